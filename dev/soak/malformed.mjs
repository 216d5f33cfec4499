/**
 * Sends malformed calls to bridges and servers: each must be answered with a proper status, as malformed.test.ts checks.
 */
import { Agent, request as httpRequest } from 'node:http';
import { connect, constants } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { ECHO, frame, malformedRequests, PATH } from './malformed-requests.mjs';

const AT_ONCE = 16;
const ANSWER_MS = 15_000;

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {'grpc-web' | 'grpc'} protocol gRPC-Web over HTTP/1.1, or gRPC over HTTP/2
 * @property {string} url `http://host:port`
 */

/**
 * @typedef {object} MalformedFigures
 * @property {string} name the target's
 * @property {number} sent
 * @property {Record<string, number>} answers the number of each response
 * @property {string[]} improper the kind of each request without a proper response, and its response
 * @property {boolean} alive whether a well-formed call was answered afterwards
 */

/** @typedef {import('./malformed-requests.mjs').MalformedRequest} MalformedRequest */
/** @typedef {{ send: (request: MalformedRequest) => Promise<string>, close: () => void }} Sender */

/**
 * Sends `count` malformed calls to a target, the same ones each time.
 *
 * @param {Target} target
 * @param {number} count
 * @returns {Promise<MalformedFigures>}
 */
export async function sendMalformed({ name, protocol, url }, count) {
  const requests = malformedRequests(1);
  const sender = protocol === 'grpc' ? http2Sender(url) : http1Sender(url);
  /** @type {Record<string, number>} */
  const answers = {};
  /** @type {string[]} */
  const improper = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const request = requests.next().value;
      const answer = await sender.send(request);
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (!isProper(request, answer)) improper.push(`${request.kind}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const alive =
    (await sender.send({ kind: 'none', headers: {}, body: frame(ECHO), cut: false })) === 'HTTP 200, gRPC 0';
  sender.close();
  return { name, sent: count, answers, improper, alive };
}

/**
 * Accepts a gRPC status, or an HTTP status with the reason. Too large headers may reset their HTTP/2 stream instead (RFC 9113,
 * section 10.5.1), in Envoy with INTERNAL_ERROR; a sender that disconnects early gets no response.
 *
 * @param {MalformedRequest} request
 * @param {string} answer
 */
function isProper({ kind, cut }, answer) {
  if (cut && answer === 'cut off') return true;
  if (kind.includes('header') && TOO_LARGE.has(answer)) return true;
  return /^HTTP (200, gRPC (\d|1[0-6])|400|408|413|415|431)$/.test(answer);
}

const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_INTERNAL_ERROR } = constants;
const TOO_LARGE = new Set([NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_INTERNAL_ERROR].map((code) => `reset ${code}`));

/** @param {number | undefined} status @param {string | string[] | undefined} grpc */
const answered = (status, grpc) => (status === 200 ? `HTTP 200, gRPC ${String(grpc)}` : `HTTP ${status}`);

/** @param {string} url @returns {Sender} */
function http1Sender(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const fields = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' };
  /** @type {Sender['send']} */
  const send = ({ headers, body, cut }) =>
    new Promise((resolve) => {
      const length = { 'content-length': body.length + (cut ? 1 : 0) };
      const options = { method: 'POST', agent, timeout: ANSWER_MS, headers: { ...headers, ...fields, ...length } };
      const sent = httpRequest(url + PATH, options);
      sent.once('timeout', () => resolve('no response'));
      sent.once('error', (error) => resolve(cut ? 'cut off' : `no response: ${error.message}`));
      sent.once('response', (response) => {
        const read = (/** @type {Buffer} */ bytes) => {
          const inBody = /grpc-status: *(\d+)/i.exec(bytes.toString('latin1'))?.[1];
          return answered(response.statusCode, response.headers['grpc-status'] ?? inBody);
        };
        resolve(buffer(response).then(read, (error) => `half a response: ${error.message}`));
      });
      if (cut) sent.write(body, () => sent.destroy());
      else sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** @param {string} url @returns {Sender} */
function http2Sender(url) {
  /** @type {import('node:http2').ClientHttp2Session | undefined} */
  let session;
  const open = () => {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect(url);
    // Its streams report errors.
    session.on('error', () => undefined);
    return session;
  };
  const fields = { ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc', te: 'trailers' };
  /** @type {Sender['send']} */
  const send = ({ headers, body, cut }) =>
    new Promise((resolve) => {
      const stream = open().request({ ...headers, ...fields });
      /** @type {number | undefined} */
      let status;
      /** @type {string | string[] | undefined} */
      let grpc;
      stream.setTimeout(ANSWER_MS, () => resolve('no response'));
      stream.on('response', (response) => {
        status = response[':status'];
        grpc = response['grpc-status']?.toString();
      });
      stream.on('trailers', (trailers) => (grpc = trailers['grpc-status']?.toString()));
      stream.on('error', () => undefined);
      stream.once('close', () => {
        if (cut) resolve('cut off');
        else resolve(status === undefined ? `reset ${stream.rstCode}` : answered(status, grpc));
      });
      stream.resume();
      if (cut) stream.write(body, () => stream.close(constants.NGHTTP2_CANCEL));
      else stream.end(body);
    });
  return { send, close: () => session?.close() };
}
