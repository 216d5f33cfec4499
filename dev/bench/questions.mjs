/** The questions that the builder and its peers are timed at. The first contender is ours. */
import { endpoint as octokit } from '@octokit/endpoint';
import { StdUriTemplate } from '@std-uritemplate/std-uritemplate';
import { endpoint } from 'endpoint.js';
import { compile, expand } from 'endpoint.js/uri-template';
import { parseTemplate } from 'url-template';
import { GITHUB_MIX } from '../testing/github-routes.mjs';

/** @typedef {{ method: string, url: string, headers: object, body?: unknown }} Request */

/**
 * @typedef {object} Question
 * @property {string} name
 * @property {Readonly<Record<string, number>>} ratios by peer, its time divided by ours
 * @property {string} title
 * @property {number} [inputs] how many there are, 1 when left out
 * @property {number} [warmUpMs] CPU time before the first sample, 200 when left out
 * @property {number} [sampleMs] CPU time of a sample, 40 when left out: long beside a switch to another process and back, after which the
 *   caches are cold
 * @property {Readonly<Record<string, (input: number) => Request | string>>} contenders each builds a request or a url from an input, by its
 *   index
 */

/** @param {number} index */
const mix = (index) => /** @type {typeof GITHUB_MIX[number]} */ (GITHUB_MIX[index]);

const ISSUE = { owner: 'octokit', repo: 'endpoint.js', number: 1347 };

/**
 * A request as one would write it without a library: the fastest there can be, without checks.
 *
 * @param {typeof ISSUE} parameters
 */
const byHand = ({ owner, repo, number }) => ({
  method: 'get',
  url: `https://api.github.com/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues/${encodeURIComponent(number)}`,
  headers: { accept: 'application/vnd.github.v3+json', 'user-agent': 'by-hand/1.0' },
});

const TEMPLATE = '/repos/{owner}/{repo}/issues{?labels,page}';
const VALUES = { owner: 'octokit', repo: 'endpoint.js', labels: ['bug', 'help wanted'], page: 2 };
const compiled = compile(TEMPLATE);
const parsed = parseTemplate(TEMPLATE);

let templates = 0;
const newTemplate = () => `/cold/${templates++}/{owner}/{repo}`;

/** @type {readonly Question[]} */
export const QUESTIONS = [
  {
    name: 'mix',
    ratios: { '@octokit/endpoint': 13.5 },
    title: `Request options, mix of ${GITHUB_MIX.length} GitHub routes`,
    inputs: GITHUB_MIX.length,
    contenders: {
      'endpoint.js': (input) => endpoint(...mix(input)),
      '@octokit/endpoint': (input) => octokit(...mix(input)),
    },
  },
  {
    name: 'by-hand',
    ratios: { 'by hand': 0.52 },
    title: 'Request options beside a concatenation by hand',
    contenders: {
      'endpoint.js': () => endpoint('GET /repos/{owner}/{repo}/issues/{number}', ISSUE),
      'by hand': () => byHand(ISSUE),
    },
  },
  {
    name: 'expansion',
    ratios: { 'url-template': 7.1, '@std-uritemplate/std-uritemplate': 5.9 },
    title: 'Expansion alone',
    contenders: {
      'endpoint.js/uri-template': () => compiled(VALUES),
      'url-template': () => parsed.expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(TEMPLATE, VALUES),
    },
  },
  {
    name: 'cold',
    ratios: { 'url-template': 0.52, '@std-uritemplate/std-uritemplate': 0.47 },
    title: 'A template never seen before',
    // A cache of parsed templates costs half as much until it is in the old generation.
    warmUpMs: 1000,
    // Long beside the time between two collections of the old generation, so that all samples have about as many.
    sampleMs: 160,
    contenders: {
      'endpoint.js/uri-template': () => expand(newTemplate(), VALUES),
      'url-template': () => parseTemplate(newTemplate()).expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(newTemplate(), VALUES),
    },
  },
];
