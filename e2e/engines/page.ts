/** A page in a browser, by the same interface for each engine. */
export interface Page {
  /** The browser's name and version. */
  readonly version: string;
  /** Resolves when the page is loaded. */
  open(url: string): Promise<void>;
  /** Returns an expression's value, as JSON; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Ends the browser too. */
  close(): Promise<void>;
}
