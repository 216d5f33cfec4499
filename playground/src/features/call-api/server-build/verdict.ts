import { parseJson } from '../../../json/read.js';
import { findDifferences } from './compare.js';

/** A build in the page, and the call that asks the server for the same build. */
export interface LocalBuild {
  readonly call: { readonly route: string; readonly options: string };
  readonly outcome: { readonly request: object } | { readonly refusal: string };
  /** Why the server may build another request. */
  readonly reservation?: string;
}

/** The comparison of two builds of one route; `text` describes it. */
export type Verdict =
  | { readonly identical: true; readonly text: string }
  | { readonly identical: false; readonly text: string; readonly here: unknown; readonly there: unknown };

/** The request that the server built; a text that isn't JSON stays text, which differs from any request. */
function readRequest(message: string): unknown {
  const json = parseJson(message);
  return json.ok ? json.value : message;
}

interface ServerAnswer {
  readonly success: boolean;
  readonly message: string;
}

function compareRefusals(here: string, there: string): Verdict {
  if (here === there) return { identical: true, text: 'the server refuses it too, in the same words.' };
  return { identical: false, text: 'the server refuses it in other words.', here, there };
}

/** Compares a build in the page with the server's answer to the same build. */
export function compareBuilds(outcome: LocalBuild['outcome'], { success, message }: ServerAnswer): Verdict {
  if ('refusal' in outcome) {
    if (!success) return compareRefusals(outcome.refusal, message);
    return {
      identical: false,
      text: 'only the server could build it.',
      here: outcome.refusal,
      there: readRequest(message),
    };
  }
  if (!success)
    return { identical: false, text: 'only this page could build it.', here: outcome.request, there: message };
  const here: unknown = JSON.parse(JSON.stringify(outcome.request));
  const there = readRequest(message);
  if (findDifferences(here, there).length > 0)
    return { identical: false, text: 'the server built another request.', here, there };
  return {
    identical: true,
    text: `the server built the same request, ${new TextEncoder().encode(message).length} bytes of JSON.`,
  };
}
