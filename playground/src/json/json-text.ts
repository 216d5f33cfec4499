export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads a JSON value that the user typed; a failure says what would be right. */
export function readJson(text: string): JsonText {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {
      ok: false,
      message: `Not JSON yet: ${error.message}. Write a value such as 5, true, "text", ["a", "b"] or {"a": 1}.`,
    };
  }
}
