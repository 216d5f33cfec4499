import type { Form } from '../model/form.js';
import { LiteralError } from '../../../json/literal.js';
import { takeCall, type Taken } from './call.js';
import { readCurl } from './curl.js';
import { fillFormFromRequest } from './http-request.js';

/** A pasted text, taken apart. */
export interface TakenApart extends Taken {
  /** What it was: `curl command`. */
  readonly what: string;
}

/**
 * Takes a curl command, a URL or a call apart; what it doesn't speak of stays as it is in `form`.
 * @returns undefined where the text is none of them after all
 */
export function takeApart(text: string, form: Form): TakenApart | undefined {
  if (/^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(text.trimStart())) {
    const curl = readCurl(text);
    return curl && { what: 'curl command', form: fillFormFromRequest(curl.request, form), notes: curl.notes };
  }
  if (/^https?:\/\/\S+$/i.test(text.trim())) {
    const request = { method: 'GET', url: text.trim(), headers: [] };
    return { what: 'URL', form: fillFormFromRequest(request, form), notes: [] };
  }
  try {
    const taken = takeCall(text, form);
    return taken && { ...taken, what: 'call' };
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}
