/**
 * A test runner for StrykerJS that bundles the test files once and evaluates the bundle again for each mutant, in one process: some
 * 20 ms a mutant, where Vitest's own runner takes more than a second.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { build } from 'vite';
import { expect } from 'vitest';

const OUT = '.mutation';
/** The tables of cases, and the fixed seed of their random cases. */
const TEST_FILES = [
  'dev/testing/full.ts',
  'lib/request/safety.test.ts',
  'lib/request/base-url.test.ts',
  'lib/explain/explain.test.ts',
  'lib/endpoint.test.ts',
  'lib/errors.test.ts',
  'lib/request/content.test.ts',
  'lib/template/rfc6570.test.ts',
  'lib/template/grammar.test.ts',
];

/** @returns {Promise<vm.Script>} all test files and their imports, as the body of one function */
async function bundle() {
  const entry = 'virtual:tests';
  /** @type {Readonly<Record<string, string>>} modules that are no files */
  const virtual = {
    [entry]: TEST_FILES.map((file) => `import ${JSON.stringify(join(process.cwd(), file))};`).join('\n'),
    vitest: `export const { describe, test, expect } = globalThis.${COLLECTOR};`,
  };
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: {
      conditions: ['endpoint.js-source'],
    },
    plugins: [
      {
        name: 'tests',
        enforce: 'pre',
        resolveId: (id) => (Object.hasOwn(virtual, id) ? `\0${id}` : undefined),
        load: (id) => virtual[id.replace('\0', '')],
      },
    ],
    build: {
      outDir: OUT,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: entry,
        treeshake: false,
        external: [/^node:/, 'fast-check'],
        platform: 'node',
        output: { format: 'cjs', entryFileNames: 'tests.cjs' },
      },
    },
  });
  return new vm.Script(`(function (require, module, exports) {${readFileSync(join(OUT, 'tests.cjs'), 'utf8')}\n})`);
}

const globals = /** @type {Record<string, unknown>} */ (globalThis);
/** The object that the instrumented sources read and write. */
const CONTEXT = '__stryker__';
/** The collector replaces Vitest, so that each mutant can run the tests again in the same process. */
const COLLECTOR = '__collector__';

class Runner {
  static inject = /** @type {const} */ ([]);
  /** @type {vm.Script | undefined} */
  #script;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.#script = await bundle();
  }

  /** Evaluates the bundle. */
  load() {
    const { tests, api } = collect();
    globals[COLLECTOR] = api;
    const module = { exports: {} };
    this.#script?.runInThisContext()(createRequire(join(process.cwd(), OUT, 'tests.cjs')), module, module.exports);
    return tests;
  }

  /** @returns {Promise<import('@stryker-mutator/api/test-runner').DryRunResult>} */
  async dryRun() {
    const context = { mutantCoverage: { static: {}, perTest: {} }, currentTestId: '' };
    globals[CONTEXT] = context;
    const tests = [];
    for (const test of this.load()) {
      context.currentTestId = test.id;
      tests.push(await runTest(test));
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: context.mutantCoverage };
  }

  /**
   * @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options
   * @returns {Promise<import('@stryker-mutator/api/test-runner').MutantRunResult>}
   */
  async mutantRun({ activeMutant, testFilter, hitLimit = Infinity }) {
    const context = { activeMutant: activeMutant.id, hitCount: 0, hitLimit };
    globals[CONTEXT] = context;
    let nrOfTests = 0;
    try {
      for (const test of this.load()) {
        if (testFilter && !testFilter.includes(test.id)) continue;
        nrOfTests++;
        const result = await runTest(test);
        if (context.hitCount > hitLimit) return { status: MutantRunStatus.Timeout, reason: 'more hits than its limit' };
        if (result.status === TestStatus.Failed)
          return {
            status: MutantRunStatus.Killed,
            failureMessage: result.failureMessage,
            killedBy: [test.id],
            nrOfTests,
          };
      }
    } catch (error) {
      // The mutant breaks a module while it loads.
      return { status: MutantRunStatus.Killed, failureMessage: String(error), killedBy: [], nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }
}

/** @param {Test} test @returns {Promise<import('@stryker-mutator/api/test-runner').TestResult>} */
async function runTest({ id, run }) {
  const base = { id, name: id, timeSpentMs: 0 };
  try {
    await run();
    return { ...base, status: TestStatus.Success };
  } catch (error) {
    return { ...base, status: TestStatus.Failed, failureMessage: String(error) };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'tables', Runner)];

/** @typedef {{ id: string, run: () => unknown }} Test */

/** @returns {{ tests: Test[], api: object }} the tests collected, and the exports of Vitest for test files */
function collect() {
  /** @type {Test[]} */
  const tests = [];
  /** @type {string[]} */
  const path = [];

  /** @param {string} name @param {() => void} body */
  const describe = (name, body) => {
    path.push(name);
    body();
    path.pop();
  };
  /** @param {string} name @param {() => unknown} run */
  const test = (name, run) => tests.push({ id: `${path.join(' > ')} > ${name} #${tests.length}`, run });
  /** @param {(name: string, body: () => unknown) => void} add */
  const each =
    (add) =>
    /** @param {readonly unknown[]} rows */
    (rows) =>
    /** @param {string} name @param {(...row: unknown[]) => unknown} body */
    (name, body) => {
      for (const row of rows) add(name, () => (Array.isArray(row) ? body(...row) : body(row)));
    };

  const api = {
    describe: Object.assign(describe, { each: each(/** @type {never} */ (describe)) }),
    test: Object.assign(test, { each: each(test) }),
    expect,
  };
  return { tests, api };
}
