/** The reason of a failure, as a sentence. */
export function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
