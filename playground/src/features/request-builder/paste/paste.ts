import type { Form } from '../model/form.js';
import { LiteralError } from '../../../json/literal.js';
import { readCall, type ReadForm } from './call.js';
import { readCurl } from './curl.js';
import { fillFormFromRequest } from './http-request.js';

/** The form of a pasted text. */
export interface Pasted extends ReadForm {
  /** Kind of the text: `curl command`. */
  readonly kind: string;
}

/**
 * Reads a curl command, a URL or a call; everything else stays as it is in `form`.
 * @returns undefined if the text turns out to be none of them
 */
export function readPasted(text: string, form: Form): Pasted | undefined {
  if (/^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(text.trimStart())) {
    const curl = readCurl(text);
    return curl && { kind: 'curl command', form: fillFormFromRequest(curl.request, form), notes: curl.notes };
  }
  if (/^https?:\/\/\S+$/i.test(text.trim())) {
    const request = { method: 'GET', url: text.trim(), headers: [] };
    return { kind: 'URL', form: fillFormFromRequest(request, form), notes: [] };
  }
  try {
    const call = readCall(text, form);
    return call && { ...call, kind: 'call' };
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}
