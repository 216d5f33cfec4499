/** Counts calls in flight. */
export interface InFlight {
  readonly count: number;
  begin(): void;
  end(): void;
  /** Resolves when none is in flight. */
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
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      if (count === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
