/** Parses bodies outside of the page's thread: 10 MB would stop it for a tenth of a second. */
import { answer } from '../../../../ui/thread.js';
import { decode } from '../response.js';
import { describeMistake, parseNodes, type JsonMistake } from './parse-nodes.js';

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

async function parse({ body, charset }: JsonBody): Promise<ParsedBody> {
  const text = await decode(body, charset);
  try {
    return { text, nodes: parseNodes(text) };
  } catch (error) {
    const mistake = describeMistake(text, error);
    if (mistake === undefined) throw error;
    return { text, mistake };
  }
}

answer({ parse });
