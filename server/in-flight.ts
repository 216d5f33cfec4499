/** Counts what is under way. */
export interface InFlight {
  readonly count: number;
  /** Counts the work until it settles. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Makes a counter. */
export function createInFlight(): InFlight {
  const waiting: (() => void)[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    async during(work) {
      count += 1;
      try {
        return await work;
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
