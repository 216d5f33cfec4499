/** The drop-in with the types of Octokit, of which this is compiled with several major versions. */
import { endpoint as below } from '@octokit/endpoint';
import type { EndpointInterface, Endpoints } from '@octokit/types';
import { endpoint } from 'endpoint.js/octokit';

/** As `withDefaults` of `@octokit/request` takes it. */
declare function request(oldEndpoint: EndpointInterface): void;
request(endpoint);
request(below);
request(endpoint.defaults({ baseUrl: 'https://github.acme.test/api/v3', org: 'octokit' }));

type Issue = Endpoints['POST /repos/{owner}/{repo}/issues'];
const parameters: Issue['parameters'] = { owner: 'octocat', repo: 'hello-world', title: 'a' };
const built: Issue['request'] = endpoint('POST /repos/{owner}/{repo}/issues', parameters);
const url: string = built.url;

const merged = endpoint.merge({ method: 'GET', url: '/orgs/{org}', org: 'octokit' });
const { method, headers, body }: ReturnType<typeof endpoint.parse> = endpoint.parse(merged);
const org: string = merged.org;
const { format }: { format: string } = endpoint.DEFAULTS.mediaType;

/** Where a parameter has the name of an option. */
const hook = endpoint('PATCH /app/hook/config', { [endpoint.in]: { body: { url: 'https://a.test' } } });

// @ts-expect-error: a url is missing
endpoint({ method: 'GET' });
// @ts-expect-error: headers are no text
endpoint('GET /user', { headers: 'authorization' });
// @ts-expect-error: not a member
void endpoint.absent;

export const used = [url, method, headers, body, org, format, hook];
