import type { BrowserContextOptions, Page } from 'playwright';

/** A built site that is served, and a browser that opens its pages. */
export interface OpenedSite {
  /** The folder with its files. */
  readonly folder: string;
  /** Its path on its host. */
  readonly base: string;
  /** Its pages, such as `guides/types.html`. */
  readonly pages: readonly string[];
  readonly open: (page: Page, path: string) => Promise<unknown>;
  readonly withPage: (
    run: (page: Page, problems: string[]) => Promise<void>,
    options?: BrowserContextOptions,
  ) => Promise<void>;
}
