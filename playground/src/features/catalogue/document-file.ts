import { readOpenApi } from './openapi.js';
import type { Catalogue } from './operation.js';

const MAX_BYTES = 64 * 2 ** 20;

async function parse(text: string): Promise<unknown> {
  if (/^\s*[{[]/.test(text)) return JSON.parse(text) as unknown;
  // YAML is rare: its parser is a separate chunk.
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text) as unknown;
}

/**
 * Reads the catalogue of an OpenAPI 3 or Swagger 2 document in JSON or YAML.
 *
 * @throws Error with one sentence that contains the file's name and the reason
 */
export async function readDocumentFile(file: File): Promise<Catalogue> {
  try {
    if (file.size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES / 2 ** 20} MiB.`);
    return readOpenApi(await parse(await file.text()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file.name}: ${reason}`, { cause: error });
  }
}
