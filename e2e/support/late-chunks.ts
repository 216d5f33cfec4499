import type { Page } from '@playwright/test';
import { createRandom } from './random.js';

/** The number of actions that a late file lasts. */
const LATE = 4;
/** Requests of a file that are late, or fail at first; later ones succeed. */
const TROUBLED = 2;
/** More requests of a file than a walk through a page can cause. */
const ENDLESS = 200;

/** Delays the page's chunks until they are released, and lets some fail; which ones follows from a seed and the files' names. */
export class LateChunks {
  #seed: number;
  readonly #counts = new Map<string, number>();
  #held: { readonly resolve: () => void; left: number }[] = [];
  /** Addresses of the files that failed. */
  readonly failed = new Set<string>();
  /** Addresses of the files that a page requests again and again. */
  readonly endless = new Set<string>();
  /** Addresses of the files that were late. */
  readonly late = new Set<string>();
  /** Whether chunks are late; those of the page's start shouldn't be. */
  active = false;

  constructor(seed: number) {
    this.#seed = seed;
  }

  async attach(page: Page): Promise<void> {
    await page.route('**/assets/*.js', async (route) => {
      const url = route.request().url();
      const fate = this.active ? this.#decide(url) : 'pass';
      if (fate === 'fail') {
        this.failed.add(url);
        return route.abort();
      }
      if (fate === 'late') {
        this.late.add(url);
        await new Promise<void>((resolve) => this.#held.push({ resolve, left: LATE }));
      }
      return route.continue();
    });
  }

  /** Counts an action. */
  tick(): void {
    for (const held of this.#held) held.left -= 1;
    for (const { resolve, left } of this.#held) if (left <= 0) resolve();
    this.#held = this.#held.filter(({ left }) => left > 0);
  }

  release(): void {
    for (const { resolve } of this.#held.splice(0)) resolve();
  }

  /** Begins anew with other ones, as a page that is loaded again has no chunk. */
  reset(): void {
    this.release();
    this.#seed += 1;
    this.#counts.clear();
    this.active = false;
  }

  #decide(url: string): 'pass' | 'late' | 'fail' {
    // Without the hash of the content: the same seed has the same walk after a change of the code.
    const name = /([\w-]+?)-[\w-]{8}\.js$/.exec(url)?.[1] ?? url;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > ENDLESS) this.endless.add(url);
    const letters = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) | 0;
    const chance = createRandom(this.#seed ^ letters)();
    // Some fail as long as the page is open.
    if (chance < 0.1) return 'fail';
    if (count > TROUBLED) return 'pass';
    return chance < 0.35 ? 'fail' : chance < 0.7 ? 'late' : 'pass';
  }
}
