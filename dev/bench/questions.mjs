/** What the builder and its peers are timed at. The first contender is ours. */
import { endpoint as octokit } from '@octokit/endpoint';
import { StdUriTemplate } from '@std-uritemplate/std-uritemplate';
import { endpoint } from 'endpoint.js';
import { compile, expand } from 'endpoint.js/uri-template';
import { parseTemplate as urlTemplate } from 'url-template';
import { GITHUB_MIX } from '../testing/github-routes.mjs';

const encode = encodeURIComponent;
const headers = () => ({ accept: 'application/vnd.github.v3+json', 'user-agent': 'by-hand/1.0' });
/** What one would write for two routes without a library: the fastest there can be, and no checks. */
const byHand = (owner, repo, number) => ({
  method: 'get',
  url: `https://api.github.com/repos/${encode(owner)}/${encode(repo)}/issues/${encode(number)}`,
  headers: headers(),
});

const TEMPLATE = '/repos/{owner}/{repo}/issues{?labels,page}';
const VALUES = { owner: 'octokit', repo: 'endpoint.js', labels: ['bug', 'help wanted'], page: 2 };
const compiled = compile(TEMPLATE);
const parsed = urlTemplate(TEMPLATE);
let cold = 0;
const coldUrl = () => `/cold/${cold++}/{owner}/{repo}`;

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{number}';
const issue = { owner: 'octokit', repo: 'endpoint.js', number: 1347 };

export const QUESTIONS = [
  {
    question: `Request options, mix of ${GITHUB_MIX.length} GitHub routes`,
    name: 'mix',
    contenders: {
      'endpoint.js': () => GITHUB_MIX.map(([route, options]) => endpoint(route, options)),
      '@octokit/endpoint': () => GITHUB_MIX.map(([route, options]) => octokit(route, options)),
    },
  },
  {
    question: 'Request options beside a concatenation by hand',
    name: 'by-hand',
    contenders: {
      'endpoint.js': () => endpoint(ISSUE, issue),
      'by hand': () => byHand(issue.owner, issue.repo, issue.number),
    },
  },
  {
    question: 'Expansion alone',
    name: 'expansion',
    contenders: {
      'endpoint.js/uri-template': () => compiled(VALUES),
      'url-template': () => parsed.expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(TEMPLATE, VALUES),
    },
  },
  {
    question: 'A template never seen before',
    name: 'cold',
    contenders: {
      'endpoint.js/uri-template': () => expand(coldUrl(), VALUES),
      'url-template': () => urlTemplate(coldUrl()).expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(coldUrl(), VALUES),
    },
  },
];
