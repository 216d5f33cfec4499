/** Parses bodies outside of the page's thread: 10 MB would stop it for a tenth of a second. */
import { decode } from './decode.js';
import { findJsonMistake, type JsonMistake } from './json-mistake.js';
import { parseNodes } from './tree.js';

/** A body to parse. */
export interface JsonBody {
  readonly body: Blob;
  readonly charset: string;
}

/** The text of a body, and its values or the first mistake. */
export type ParsedBody = { readonly text: string } & (
  | { readonly nodes: Int32Array<ArrayBuffer> }
  | { readonly mistake: JsonMistake }
);

async function parse({ body, charset }: JsonBody): Promise<void> {
  const text = await decode(body, charset);
  try {
    const nodes = parseNodes(text);
    postMessage({ text, nodes } satisfies ParsedBody, { transfer: [nodes.buffer] });
  } catch (error) {
    const mistake = error instanceof SyntaxError ? findJsonMistake(text) : undefined;
    if (mistake === undefined) throw error;
    postMessage({ text, mistake } satisfies ParsedBody);
  }
}

addEventListener('message', ({ data }: MessageEvent<JsonBody>) => {
  parse(data).catch(reportError);
});
