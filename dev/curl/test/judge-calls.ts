/** Compares the calls of curl that are read from a script with those that bash makes. */
import { UnreadableError } from '../../../playground/src/features/request-builder/paste/reading.js';
import {
  findCurlCalls,
  type CurlCall,
} from '../../../playground/src/features/request-builder/paste/shells/commands.js';
import { VARIABLE } from '../../../playground/src/features/request-builder/paste/variables.js';
import type { ShellCall } from './bash-calls.js';

/** How a script is read: as the shell reads it, as not complete, or not at all. */
export type CallVerdict = 'equal' | 'named' | 'refused' | 'without curl' | `different: ${string}`;

/** `<name>` outside of quotes: an open value for the page, two redirections for a shell. */
const ANGLED = /<[\w|][\w |.-]*>/;

const isOpen = ({ omissions, arguments: words, input = '' }: CurlCall): boolean =>
  omissions.length > 0 || [...words, input].some((text) => text.search(VARIABLE) !== -1);

function isSame(read: CurlCall, { words, input }: ShellCall): boolean {
  // Without a text in the script, what reads it is named.
  const hasInput = read.input !== undefined && read.arguments.some((word) => /(?:^|@)-$/.test(word));
  return JSON.stringify(read.arguments) === JSON.stringify(words) && (!hasInput || read.input === input);
}

/** Compares the calls of a script that bash runs. */
export function judgeCalls(script: string, made: readonly ShellCall[]): CallVerdict {
  let calls: readonly CurlCall[];
  try {
    calls = findCurlCalls(script);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return 'refused';
  }
  // Then the page says that it finds no request.
  if (calls.length === 0) return 'without curl';
  const complete = calls.filter((call) => !isOpen(call));
  const left = [...made];
  const missing = complete.filter((call) => {
    const at = left.findIndex((each) => isSame(call, each));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const notes = calls.flatMap((call) => call.notes).join(' ');
  // The file of a redirection can't be opened.
  const isSkipped = /redirection of the output/.test(notes) && made.length < complete.length;
  const isNamed = complete.length < calls.length || notes.includes('curl as an argument');
  const isSilent = (missing.length > 0 && !isSkipped) || (left.length > 0 && !isNamed);
  if (isSilent && !ANGLED.test(script)) return `different: ${JSON.stringify({ script, made, calls })}`;
  return complete.length > missing.length ? 'equal' : 'named';
}
