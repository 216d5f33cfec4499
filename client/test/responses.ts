import type { ServerResponse } from 'node:http';
import { unaryMethod, type Message } from 'endpoint.js-client';

/** Bytes as a plain list, which tests can spread and compare. */
export type Bytes = readonly number[];

/** Header fields; a list is sent as several fields. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Encodes text as UTF-8. */
export const utf8 = (text: string): Bytes => [...new TextEncoder().encode(text)];

/** Encodes a frame with any flags and, optionally, any length. */
export const frame = (flags: number, payload: Bytes, length = payload.length): Bytes => [
  flags, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, ...payload,
]; // prettier-ignore

/** Encodes a frame of trailers from their lines. */
export const trailers = (...lines: string[]): Bytes => frame(0x80, utf8(lines.map((line) => `${line}\r\n`).join('')));

/** Response { success: true, message: "hi" } by hand: field 1 varint, field 2 length-delimited. */
export const HI: Bytes = [0x08, 1, 0x12, 2, ...utf8('hi')];

/** The frame of that response. */
export const message = frame(0, HI);

/** Trailers of a call that succeeded. */
export const ok = trailers('grpc-status: 0');

/** Header fields of a gRPC-Web response. */
export const WEB: Fields = { 'content-type': 'application/grpc-web+proto' };

/** A handler that responds with these bytes. */
export function respondWith(body: Bytes, headers: Fields = WEB, status = 200): (response: ServerResponse) => void {
  return (response) => {
    const list = Object.entries(headers).map(([name, value]): [string, string | string[]] => [
      name,
      typeof value === 'string' ? value : [...value],
    ]);
    response.writeHead(status, Object.fromEntries(list)).end(Uint8Array.from(body));
  };
}

/** A message of raw bytes, with the methods of generated code for google-protobuf. */
export class Raw implements Message {
  bytes = new Uint8Array();
  static deserializeBinary(bytes: Uint8Array): Raw {
    return Object.assign(new Raw(), { bytes });
  }
  serializeBinary(): Uint8Array {
    return this.bytes;
  }
  toObject(): object {
    return { bytes: this.bytes };
  }
}

/** A method of any service. */
export const rawMethod = unaryMethod('other.v1.Service', 'Do', Raw, Raw);
