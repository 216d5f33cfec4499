/** Calls of the service with messages as bytes: by gRPC, and the frames and answers of gRPC-Web. */
import { Client, credentials } from '@grpc/grpc-js';
import { Response } from '../../proto/gen/node/api.js';

/** The path of the service's method. */
export const PATH = '/api.ApiService/CallApi';

/**
 * @typedef {(request: Uint8Array) => Promise<string>} Call resolves to the answer's message, and rejects with an error that has the
 *   `code` of the status
 */

/**
 * @param {string} address `host:port`
 * @returns {{ call: Call, close: () => void }}
 */
export function grpcCaller(address) {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.max_send_message_length': -1 });
  const same = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes);
  const deserialize = (/** @type {Buffer} */ bytes) => Response.deserialize(bytes);
  return {
    close: () => client.close(),
    call: (request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(PATH, same, deserialize, request, (error, response) =>
          error ? reject(error) : resolve(response?.message ?? ''),
        );
      }),
  };
}

/**
 * Makes a frame of gRPC and gRPC-Web.
 *
 * @param {Uint8Array} bytes
 * @param {number} [flags]
 * @param {number} [length] the length in its head
 */
export function frame(bytes, flags = 0, length = bytes.length) {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, bytes]);
}

/**
 * Reads an answer of gRPC-Web.
 *
 * @param {import('node:http2').IncomingHttpHeaders} headers
 * @param {Buffer} body a frame with the message and one with the trailers; or empty, when the headers are the trailers
 * @returns {string} the message
 * @throws {Error & { code: number }} for a status other than OK
 */
export function readMessage(headers, body) {
  const end = body[0] === 0 ? 5 + body.readUInt32BE(1) : 0;
  const trailers = body.subarray(end + 5).toString('latin1');
  const status = String(headers['grpc-status'] ?? /grpc-status: *(\d+)/.exec(trailers)?.[1]);
  if (status === '0') return Response.deserialize(body.subarray(5, end)).message;
  const details = String(headers['grpc-message'] ?? /grpc-message: *(.*)/.exec(trailers)?.[1] ?? '');
  const text = `HTTP ${String(headers[':status'])}, status ${status}: ${decodeURIComponent(details)}`;
  throw Object.assign(new Error(text), { code: Number(status) });
}
