/** Who holds as much as a bound allows. */
export type Exhausted = 'The server' | 'This caller';

/**
 * A bound on what all callers hold together. Where there are several callers, none may hold more than half of it: what a caller holds
 * isn't taken away when another one arrives, so its place must be free then.
 */
export class SharedBound {
  readonly #most: number;
  readonly #share: number;
  readonly #severalCallers: () => boolean;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(most: number, severalCallers: () => boolean) {
    this.#most = most;
    this.#share = Math.max(1, Math.floor(most / 2));
    this.#severalCallers = severalCallers;
  }

  /** What all callers hold. */
  get all(): number {
    return this.#all;
  }

  /** What a caller holds. */
  held(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }

  /** Returns who may not hold more; undefined: both may. */
  findExhausted(caller: string, amount = 1): Exhausted | undefined {
    // A caller can't hold more than all do.
    if (this.#all + amount <= this.#share) return undefined;
    if (this.#all + amount > this.#most) return 'The server';
    return this.#severalCallers() && this.held(caller) + amount > this.#share ? 'This caller' : undefined;
  }

  take(caller: string, amount = 1): void {
    this.#all += amount;
    this.#held.set(caller, this.held(caller) + amount);
  }

  giveBack(caller: string, amount = 1): void {
    this.#all -= amount;
    const held = this.held(caller) - amount;
    // Names come from tokens, of which there may be many: none may remain.
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }
}
