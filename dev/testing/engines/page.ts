/** A page in a browser, by the same interface for each engine. */
export interface Page {
  /** The browser's name and version. */
  readonly version: string;
  /** Resolves when the page is loaded. */
  open(url: string): Promise<void>;
  /** Returns an expression's value, as JSON; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Scrolls the only element of a CSS selector into view, and clicks it with the mouse. */
  click(selector: string): Promise<void>;
  /** Chooses a file in the only file input of a CSS selector. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key with its modifiers, named as in `KeyboardEvent.key`: `Control+Enter`, `Escape`, `k`. */
  press(keys: string): Promise<void>;
  /** Changes the size of the window, in CSS pixels; browsers have a least width. */
  resize(width: number, height: number): Promise<void>;
  /** Ends the browser too. */
  close(): Promise<void>;
}
