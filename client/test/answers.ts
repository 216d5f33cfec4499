import type { ServerResponse } from 'node:http';
import { CallError } from 'endpoint.js-client';

/** Bytes as a plain list, which tests can spread and compare. */
export type Bytes = readonly number[];

/** Header fields; a list is sent as several lines. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The text's UTF-8. */
export const utf8 = (text: string): Bytes => [...new TextEncoder().encode(text)];

/** A frame with any flags, and any length where one is given. */
export const frame = (flags: number, payload: Bytes, length = payload.length): Bytes => [
  flags, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, ...payload,
]; // prettier-ignore

/** A frame of trailers, given as lines. */
export const trailers = (...lines: string[]): Bytes => frame(0x80, utf8(lines.map((line) => `${line}\r\n`).join('')));

/** Response { success: true, message: "hi" } by hand: field 1 varint, field 2 length-delimited. */
export const HI: Bytes = [0x08, 1, 0x12, 2, ...utf8('hi')];

/** A frame of that response. */
export const message = frame(0, HI);

/** Trailers of a call that succeeded. */
export const ok = trailers('grpc-status: 0');

/** Header fields of a gRPC-Web answer. */
export const WEB: Fields = { 'content-type': 'application/grpc-web+proto' };

/** What answers with these bytes. */
export function answerOf(body: Bytes, headers: Fields = WEB, status = 200): (response: ServerResponse) => void {
  return (response) => {
    const list = Object.entries(headers).map(([name, value]): [string, string | string[]] => [
      name,
      typeof value === 'string' ? value : [...value],
    ]);
    response.writeHead(status, Object.fromEntries(list)).end(Uint8Array.from(body));
  };
}

/** The error that a call ends with. */
export async function failure(running: Promise<unknown>): Promise<CallError> {
  const error = await running.then(
    () => new Error('The call succeeded.'),
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw error;
}

// As they were before a test may have replaced them.
const [realTimeout, realNow] = [setTimeout, performance.now.bind(performance)];

/** Waits until something holds, in real time also where a test has the timers; fails after twenty seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = realNow() + 20_000;
  while (!holds()) {
    if (realNow() > end) throw new Error('Waited in vain.');
    await new Promise((done) => {
      realTimeout(done, 5);
    });
  }
}

/** Whether a promise has been settled so far. */
export function watch(running: Promise<unknown>): { readonly settled: boolean } {
  const state = { settled: false };
  const settle = (): void => {
    state.settled = true;
  };
  running.then(settle, settle);
  return state;
}
