/** Calls of the service by gRPC with messages as bytes, and the frames of gRPC and gRPC-Web. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, credentials, Metadata, status as Code } from '@grpc/grpc-js';
import { Response } from '../../proto/gen/node/api.js';

/** The path of the service's method. */
export const PATH = '/api.ApiService/CallApi';

/**
 * @typedef {(request: Uint8Array) => Promise<string>} Call resolves to the response's message, and rejects with an error that has the
 *   `code` of the status
 */

/**
 * Makes calls by gRPC.
 *
 * @param {string} address `host:port`
 * @param {{ authorities?: string, metadata?: Readonly<Record<string, string>>, deadlineMs?: number }} [options] `authorities`: by TLS
 *   to `localhost`, with these certificates in PEM; `metadata` of each call
 * @returns {{ call: Call, close: () => void }}
 */
export function grpcCaller(address, { authorities, metadata = {}, deadlineMs } = {}) {
  const secure = authorities === undefined ? undefined : credentials.createSsl(Buffer.from(authorities));
  const client = new Client(address, secure ?? credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    // Each caller has a connection of its own.
    'grpc.use_local_subchannel_pool': 1,
    ...(secure && { 'grpc.ssl_target_name_override': 'localhost' }),
  });
  const same = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes);
  const deserialize = (/** @type {Buffer} */ bytes) => Response.deserialize(bytes);
  const fixed = Metadata.fromHttp2Headers(metadata);
  return {
    close: () => client.close(),
    call: (request) =>
      new Promise((resolve, reject) => {
        const options = deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
        client.makeUnaryRequest(PATH, same, deserialize, request, fixed.clone(), options, (error, response) =>
          error ? reject(error) : resolve(response?.message ?? ''),
        );
      }),
  };
}

/**
 * Whether a failed call of gRPC got no response: no connection, or one that broke. grpc-js reports one that broke after the headers as
 * INTERNAL, and so doesn't repeat it by its retry policy (gRPC, A6: a call with headers is committed).
 *
 * @param {unknown} error
 */
export function hasNoAnswer(error) {
  const { code, message } = /** @type {{ code?: number, message: string }} */ (error);
  return code === Code.UNAVAILABLE || (code === Code.INTERNAL && message.includes('RST_STREAM'));
}

/**
 * Repeats calls without a response: only for those that may run twice.
 *
 * @param {Call} call
 * @param {{ attempts: number, pauseMs: number }} options `attempts`: the first included
 * @returns {Call}
 */
export function withRetries(call, { attempts, pauseMs }) {
  return async (request) => {
    for (let made = 1; ; made += 1) {
      try {
        return await call(request);
      } catch (error) {
        if (made >= attempts || !hasNoAnswer(error)) throw error;
        await delay(pauseMs * 2 ** (made - 1));
      }
    }
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
