/** The questions that the builder and its peers are timed at. The first contender is ours. */
import { endpoint as octokit } from '@octokit/endpoint';
import { createEndpoint } from 'endpoint.js';
import { StdUriTemplate } from '@std-uritemplate/std-uritemplate';
import { explain } from 'endpoint.js/explain';
import { createTools } from 'endpoint.js/tools';
import { compile, expand } from 'endpoint.js/uri-template';
import { parseTemplate } from 'url-template';
import { sequence } from './calls.mjs';
import { MIX, MOSTLY_KNOWN, NEW_ROUTES, ONE_ROUTE, ORIGINS } from './github.mjs';
import { ROUTES } from './routes.mjs';
import { SCENARIOS } from './scenarios.mjs';

/** @typedef {import('./calls.mjs').Question} Question */

/** The share of a stored ratio to reach where there is no other bar: processors differ by less, and a real regression costs more. */
const MARGIN = 0.7;

/** @param {number} stored the peer's time divided by ours */
const near = (stored) => ({ atLeast: stored * MARGIN });

const CONTENTS = { owner: 'octokit', path: 'docs/a.md' };

const TEMPLATE = '/repos/{owner}/{repo}/issues{?labels,page}';
const VALUES = { owner: 'octokit', repo: 'endpoint.js', labels: ['bug', 'help wanted'], page: 2 };
const compiled = compile(TEMPLATE);
const parsed = parseTemplate(TEMPLATE);

const newTemplates = () => sequence((index) => `/cold/${index}/{owner}/{repo}`);
const newTemplate = { ours: newTemplates(), urlTemplate: newTemplates(), std: newTemplates() };

const api = createEndpoint();

const ISSUE = { owner: 'octokit', repo: 'endpoint.js', issue_number: 1347 };
const text = { type: 'string' };
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/repos/{owner}/{repo}/issues/{issue_number}': {
      get: {
        operationId: 'get_issue',
        parameters: [
          { name: 'owner', in: 'path', required: true, schema: text },
          { name: 'repo', in: 'path', required: true, schema: text },
          { name: 'issue_number', in: 'path', required: true, schema: { type: 'integer' } },
        ],
      },
    },
  },
};
/** @type {ReturnType<typeof createTools> | undefined} */
let tools;
/** Makes the tools with the first call, in the process of that contender alone. */
const buildTool = () => (tools ??= createTools(DOCUMENT)).build('get_issue', ISSUE);
const ORDERS = {
  items: Array.from({ length: 8000 }, (_, id) => ({
    id,
    name: `item ${id}`,
    tags: ['new', 'red'],
    price: { amount: id * 1.5, currency: 'EUR' },
    note: 'A text that is longer than the others.',
  })),
};

/** The example of README: a caller reads the explanations of the url, and the warnings. */
function explainContents() {
  const { request, url, warnings } = explain('GET /repos/{owner}/contents/{path}', CONTENTS);
  if (request === undefined || url.length === 0 || warnings.length > 9) throw new Error('There is no explanation.');
  return request;
}

/** @type {readonly Question[]} */
export const QUESTIONS = [
  { ...MIX, bars: { '@octokit/endpoint': { atLeast: 20 } } },
  { ...ONE_ROUTE, bars: { 'by hand': { atMost: 1.4 } } },
  {
    name: 'expansion alone',
    contenders: {
      'endpoint.js/uri-template': () => compiled(VALUES),
      'url-template': () => parsed.expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(TEMPLATE, VALUES),
    },
    bars: { 'url-template': { atLeast: 8 }, '@std-uritemplate/std-uritemplate': { atLeast: 6 } },
  },
  { ...NEW_ROUTES, bars: { '@octokit/endpoint': { atLeast: 2 } } },
  { ...MOSTLY_KNOWN, bars: { '@octokit/endpoint': { atLeast: 11 } } },
  { ...ORIGINS, bars: { 'without them': { atMost: 1.15 } } },
  {
    name: 'a template never seen',
    // A cache of parsed templates costs half as much until it is in the old generation.
    warmUpMs: 1000,
    // Long beside the time between two collections of the old generation, so that all samples have about as many.
    sampleMs: 160,
    contenders: {
      'endpoint.js/uri-template': () => expand(newTemplate.ours(), VALUES),
      'url-template': () => parseTemplate(newTemplate.urlTemplate()).expand(VALUES),
      '@std-uritemplate/std-uritemplate': () => StdUriTemplate.expand(newTemplate.std(), VALUES),
    },
    bars: { 'url-template': near(0.52), '@std-uritemplate/std-uritemplate': near(0.47) },
  },
  {
    name: 'check of a body of 1 MB',
    contenders: {
      'endpoint.js': () => api('POST /orders', ORDERS).url,
      'JSON.stringify': () => JSON.stringify(ORDERS) && '/orders',
    },
    bars: { 'JSON.stringify': { atMost: 0.25 } },
  },
  {
    name: 'explanation of a request',
    // Much code to compile, and much garbage.
    warmUpMs: 3000,
    sampleMs: 160,
    contenders: {
      'endpoint.js/explain': explainContents,
      '@octokit/endpoint': () => octokit('GET /repos/{owner}/contents/{path}', CONTENTS),
    },
    bars: { '@octokit/endpoint': { atMost: 5 } },
  },
  ...ROUTES,
  {
    name: "a tool's call",
    contenders: {
      'endpoint.js/tools': buildTool,
      'endpoint.js': () => api('GET /repos/{owner}/{repo}/issues/{issue_number}', ISSUE),
    },
    bars: { 'endpoint.js': { atMost: 2 } },
  },
  ...SCENARIOS,
];

/** @type {Readonly<Record<string, Question['bars']>>} */
const NODE_24_BARS = {
  [MIX.name]: { '@octokit/endpoint': { atLeast: 15 } },
  [ONE_ROUTE.name]: { 'by hand': { atMost: 1.7 } },
  [NEW_ROUTES.name]: { '@octokit/endpoint': { atLeast: 2 } },
  'toFetch of a JSON body': { 'by hand': { atMost: 1.9 } },
};

/**
 * The bars of the questions that other versions of Node answer too, by version and name: code by hand is faster there.
 *
 * @type {Readonly<Record<string, typeof NODE_24_BARS>>}
 */
export const OTHER_NODES_BARS = {
  24: NODE_24_BARS,
  // Code by hand takes 42 % less time than in Node 24, ours 25 % less.
  26: { ...NODE_24_BARS, 'toFetch of a JSON body': { 'by hand': { atMost: 2.5 } } },
};
