/** The key that every OpenAPI document has at its top, in JSON or YAML. */
const VERSION = /(?:^\ufeff?|[\n{,])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/;
/** Files with their keys in alphabetical order have it after other large members. */
const SCANNED = 2 ** 18;

/** Whether a text looks like an OpenAPI document: a quick check of its beginning and its end. */
export function looksLikeOpenApi(text: string): boolean {
  return VERSION.test(text.slice(0, SCANNED)) || (text.length > SCANNED && VERSION.test(text.slice(-SCANNED)));
}

/** Whether a file looks like an OpenAPI document. */
export async function isOpenApiFile(file: File): Promise<boolean> {
  if (looksLikeOpenApi(await file.slice(0, SCANNED).text())) return true;
  return file.size > SCANNED && looksLikeOpenApi(await file.slice(-SCANNED).text());
}
