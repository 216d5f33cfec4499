import { createEndpoint } from 'endpoint.js';
import { send } from 'endpoint.js/send';

const github = createEndpoint({
  vendor: 'github',
  baseUrl: process.env.API_URL ?? 'https://api.github.com',
  headers: { authorization: process.env.GITHUB_TOKEN && `Bearer ${process.env.GITHUB_TOKEN}` },
});

export interface Release {
  readonly id: number;
  readonly tag_name: string;
  readonly published_at: string;
}

/**
 * Asks GitHub for the releases of a repository.
 *
 * @throws {EndpointError} for a name that can't be a part of the path
 * @throws {ResponseError} for a response without success, or none
 */
export async function readReleases(owner: string, repo: string): Promise<Release[]> {
  const request = github('GET /repos/{owner}/{repo}/releases', {
    owner,
    repo,
    per_page: 5,
    // `send` hands it on to `fetch`: Next asks GitHub at most once a minute for the same url.
    request: { next: { revalidate: 60 } },
  });
  return (await send<Release[]>(request, { timeout: 10_000 })).data;
}
