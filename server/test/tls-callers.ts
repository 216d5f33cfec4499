import { type AgentOptions, type Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { status } from '@grpc/grpc-js';
import { Request } from '../../proto/gen/node/api.js';
import { callApiPath } from '../service/messages.js';
import { frame, type Identity, type RequestFields, readResult, type Result } from './callers.js';

// Calls by TLS over connections of the test's choice.

export interface TlsCall extends Pick<AgentOptions, 'session'> {
  /** The authorities of servers. */
  readonly ca: string;
  readonly identity?: Identity;
  readonly headers: Readonly<Record<string, string>>;
  /** Keeps connections; without it, each call has its own. */
  readonly agent?: Agent;
}

/** The end of a call, and of its TLS handshake. */
export interface TlsResult extends Result {
  /** The certificate of the server. */
  readonly fingerprint: string;
  /** Whether the session of an earlier connection went on. */
  readonly resumed: boolean;
}

/** Calls by gRPC-Web; rejects where no connection can be made. */
export function callByTls(gateway: string, fields: RequestFields, call: TlsCall): Promise<TlsResult> {
  const { ca, identity, headers, agent, session } = call;
  const sent = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1', ...headers };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: sent, ca, servername: 'localhost', agent: agent ?? false, session, ...identity }; // prettier-ignore
    request(`${gateway}${callApiPath}`, options, (response) => {
      const { socket } = response;
      if (!(socket instanceof TLSSocket)) return reject(new Error('The answer came without TLS.'));
      // Read now: a connection that isn't kept has ended with the answer.
      const handshake = {
        fingerprint: socket.getPeerX509Certificate()?.fingerprint256 ?? '',
        resumed: socket.isSessionReused(),
      };
      buffer(response)
        .then((body) =>
          readResult(
            new Response(body, {
              status: response.statusCode ?? 0,
              headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
            }),
          ),
        ) // prettier-ignore
        .then((result) => resolve({ ...result, ...handshake }))
        .catch(reject);
    })
      .on('error', reject)
      .end(frame(new Request(fields).serialize()));
  });
}

/** Describes the outcome of a call whose answer has this text. */
export function describeOutcome({ code, response }: Result, text: string): string {
  if (code !== 0) return status[code] ?? String(code);
  return response?.success && response.message.includes(text) ? 'OK' : `another answer: ${response?.message}`;
}
