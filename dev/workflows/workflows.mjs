/**
 * Reads the workflows of `.github/`, and finds what a workflow of this repository must not be.
 * By hand: actionlint, which `npm run test:full` runs, has no rules for pinned commits, least rights and time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../commands/build.mjs';

const FOLDER = join(ROOT, '.github', 'workflows');

/** The least rights a job can have; more are named one by one. */
const READ = JSON.stringify({ contents: 'read' });

/** An action by its commit, with its version for people and Dependabot. */
const PINNED = /^\s*(?:- )?uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** Text of strangers: titles, branches, messages. In `run` it would be a part of the script. */
const EXPRESSION = /\$\{\{/;

/**
 * @typedef {object} Step
 * @property {string} [uses]
 * @property {string} [run]
 * @property {Record<string, unknown>} [with]
 */

/**
 * @typedef {object} Workflow
 * @property {unknown} [permissions]
 * @property {{ group?: string }} [concurrency]
 * @property {Record<string, { 'timeout-minutes'?: number, permissions?: Record<string, string>, steps?: Step[] }>} [jobs]
 */

/**
 * @returns {Map<string, string>} the text of each workflow by its file's name
 */
export function readWorkflows() {
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
}

/**
 * @param {string} text of a workflow
 * @returns {string[]} what is wrong with it, a sentence each
 */
export function workflowProblems(text) {
  /** @type {Workflow} */
  const { permissions, concurrency, jobs = {} } = parse(text);
  return [
    ...text
      .split('\n')
      .filter((line) => /^\s*(?:- )?uses:/.test(line) && !PINNED.test(line))
      .map((line) => `"${line.trim()}" isn't pinned; write owner/name@<40 digits> # v1.2.3.`),
    ...(JSON.stringify(permissions) === READ
      ? []
      : ['permissions: must be "contents: read"; give more to single jobs.']),
    ...(concurrency?.group ? [] : ['concurrency: has no group.']),
    ...(/\bsecrets\./.test(text) ? ['secrets: none is needed; tokens come from the run itself.'] : []),
    ...(/^ {2}(pull_request_target|workflow_run):/m.test(text)
      ? ['on: this event gives strangers the rights of the repository.']
      : []),
    ...Object.entries(jobs).flatMap(([name, job]) => jobProblems(job).map((problem) => `${name}: ${problem}`)),
  ];
}

/** @param {NonNullable<Workflow['jobs']>[string]} job */
function jobProblems({ 'timeout-minutes': minutes, steps = [] }) {
  return [
    ...(minutes === undefined ? ['has no timeout-minutes.'] : []),
    ...steps.flatMap(({ uses = '', run = '', with: inputs = {} }) => [
      ...(uses.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false
        ? ['its checkout keeps the token; set persist-credentials to false.']
        : []),
      ...(EXPRESSION.test(run) ? [`an expression is a part of the script "${run.trim()}"; pass it by env.`] : []),
    ]),
  ];
}

/**
 * Lists the scripts of package.json and the files that the commands of a workflow name.
 *
 * @param {string} text of a workflow
 * @returns {{ scripts: string[], files: string[], tests: string[] }} `tests`: the paths that choose among the unit tests
 */
export function listReferences(text) {
  /** @type {Workflow} */
  const { jobs = {} } = parse(text);
  const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run = '' }) => run));
  const find = (/** @type {RegExp} */ pattern) =>
    commands.flatMap((command) => Array.from(command.matchAll(pattern), ([, found = '']) => found));
  return {
    scripts: [...find(/\bnpm run (?:--silent )?([\w:-]+)/g), ...find(/\bnpm (test|start)\b/g)],
    files: find(/\bnode ([\w./-]+\.mjs)/g),
    tests: Array.from(text.matchAll(/^\s*tests: (.*)$/gm), ([, paths = '']) => paths.split(' ')).flat(),
  };
}
