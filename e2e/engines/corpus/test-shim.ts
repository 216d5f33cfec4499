/** Stands in for Vitest where only the calls of the tests matter: runs them, and expects nothing. */

type Run = (...args: unknown[]) => unknown;

const pending: (() => unknown)[] = [];

/** Runs all tests so far. A test that fails without its expectations has made its calls. */
export async function runTests(): Promise<void> {
  for (const run of pending.splice(0))
    await Promise.resolve()
      .then(run)
      .catch(() => undefined);
}

const findRun = (args: readonly unknown[]): Run => args.find((argument) => typeof argument === 'function') as Run;

const register = (...args: unknown[]): void => void pending.push(findRun(args));
const each =
  (declare: (run: () => unknown) => void) =>
  (rows: readonly unknown[]) =>
  (...args: unknown[]): void => {
    const run = findRun(args);
    for (const row of rows) declare(() => run(...(Array.isArray(row) ? (row as unknown[]) : [row])));
  };

export const test = Object.assign(register, { each: each(register) });
export const describe = Object.assign((...args: unknown[]): void => void findRun(args)(), {
  each: each((run) => void run()),
});

/** Accepts every use; runs the functions that it is given. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : anything),
  apply(_, __, [value]: unknown[]) {
    try {
      if (typeof value === 'function') value();
    } catch {
      // An expected error.
    }
    return anything;
  },
});
export const expect = anything;
export const vi = anything;
export const afterEach = (): void => undefined;
export const beforeAll = (): void => undefined;
export const afterAll = (): void => undefined;
