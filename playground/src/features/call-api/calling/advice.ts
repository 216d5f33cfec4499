import type { CallRecord, Advice, StatusCode } from '../call.js';
import { readFrames, type Frame } from '../wire/frames.js';
import { RESPONSE } from '../wire/message.js';

const NOT_FOUND = 404;
const OK = 0;
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;

function isBroken({ problem, fields }: Frame): boolean {
  return problem !== undefined || fields.some((field) => field.problem !== undefined);
}

/** The facts about a call that has ended. */
export interface Facts extends Pick<CallRecord, 'call' | 'status' | 'result' | 'headers' | 'trailers' | 'wire'> {
  /** Whether the user cancelled it. */
  readonly cancelled: boolean;
  /** Whether anything answers at the address; undefined if a response came, or this wasn't checked. */
  readonly reachable: boolean | undefined;
  /** Whether the device has no network; false if the bridge runs on the device itself. */
  readonly offline: boolean;
}

/** Whether the response has no body, and its trailers came as headers. */
export function isTrailersOnly({ response, body }: CallRecord['wire']): boolean {
  return response?.grpcStatus !== undefined && body.length === 0;
}

/** The situation of a call without a status from the server, by how much of its response arrived. */
function findSituationWithoutStatus({ status, wire: { response, body }, reachable, offline }: Facts): Situation {
  if (response === undefined) {
    if (offline) return 'offline';
    if (reachable === undefined) return 'no response';
    return reachable ? 'refused' : 'bridge down';
  }
  if (response.httpStatus === NOT_FOUND) return 'wrong path';
  if (response.httpStatus !== 200) return 'HTTP error';
  if (!/^application\/grpc-web(?:\+proto)?\s*(?:;|$)/i.test(response.contentType)) return 'not gRPC-Web';
  if (status.code === UNAVAILABLE) return 'broken off';
  return body.length > 0 ? 'broken response' : 'status';
}

/** `grpc-status` in the frame of trailers. */
function findTrailersStatus(frames: readonly Frame[]): string | undefined {
  const fields = frames.flatMap((frame) => (frame.isTrailers ? frame.fields : []));
  return fields.find(({ name }) => name.toLowerCase() === 'grpc-status')?.value;
}

/** Determines how a call ended. */
export function findSituation(facts: Facts): Situation {
  const { result, status, cancelled, headers, trailers } = facts;
  const { request, response, body } = facts.wire;
  if (result !== undefined) return result.success ? 'served' : 'operation failed';
  if (cancelled) return 'cancelled here';
  if (request === undefined && status.code === INVALID_ARGUMENT) return 'not sent';
  const frames = readFrames(body, RESPONSE);
  const grpcStatus = response?.grpcStatus ?? findTrailersStatus(frames);
  if (grpcStatus === undefined && status.code === DEADLINE_EXCEEDED) return 'deadline passed here';
  if (grpcStatus === undefined) return findSituationWithoutStatus(facts);
  // A status OK doesn't outweigh a response that can't be read.
  if (frames.some(isBroken) || grpcStatus === String(OK)) return 'broken response';
  if (status.code === DEADLINE_EXCEEDED) return 'deadline passed there';
  const byServer = [...headers, ...trailers].some(({ name }) => name === 'server-timing');
  return status.code === UNAVAILABLE && isTrailersOnly(facts.wire) && !byServer ? 'server down' : 'status';
}

/** The next steps for each status of a server. */
const NEXT: Readonly<Record<StatusCode, readonly string[]>> = {
  0: ['Nothing: the call was served.'],
  1: [
    'Check whether the server or the bridge was stopped or restarted: one of them ended the call.',
    'Repeat the call.',
  ],
  2: ['Read the text and the trailers: nothing else was sent.', 'Check the server’s log.'],
  3: ['Change the argument that the text names. Repeating the call unchanged fails again.'],
  4: ['Give the call a longer deadline, or ask for less.'],
  5: ['Check the names and identifiers among the arguments.'],
  6: ['Use another name, or read and change what is there already.'],
  7: ['Use other credentials in the metadata, or obtain the permission. Repeating the call unchanged fails again.'],
  8: [
    'If a size is too large, send less: 1 MiB an argument, 4 MiB a message.',
    'If there were too many calls, wait and repeat, with longer and longer pauses.',
  ],
  9: ['Bring the system into the state that the text asks for, then repeat the call.'],
  10: ['Repeat the whole sequence, from its first read on.'],
  11: ['Stay inside the range that the text names.'],
  12: [
    'Check that the server at this address offers api.ApiService/CallApi; a server with reflection lists what it offers.',
    'Compare the versions of the server and this page.',
  ],
  13: ['This is a bug: check the server’s log at this time, or for the x-request-id below.'],
  14: [
    'Repeat the call in a moment, with longer and longer pauses.',
    'If it persists, check that the server runs and is healthy (grpc.health.v1.Health).',
  ],
  15: ['Don’t repeat the call: inform the operator of the server, and restore the lost data.'],
  16: ['Add the metadata “authorization” with the value “Bearer <token>”, or renew the token.'],
};

const START = 'Start the missing one: npm start in a clone, or npx endpoint.js-server, starts both.';

const readOrigin = (address: string): string => new URL(address).origin;

/** An unknown path looks like a refusal. */
function advisePath(bridge: string): readonly string[] {
  const path = new URL(bridge).pathname;
  return path === '/' ? [] : [`Check the path ${path}: an unknown path looks the same to a page.`];
}

/** A page loaded by https may not call by http (mixed content). */
function adviseBlocked(bridge: string, pageOrigin: string): readonly string[] {
  if (!pageOrigin.startsWith('https:') || !bridge.startsWith('http:')) return [];
  return [
    'Use an https address, or open this page by http: browsers block calls from an https page to an http address.',
  ];
}

type Adviser = (facts: Facts, pageOrigin: string) => Advice;

const ADVICE = {
  served: () => ({ title: '', next: [] }),
  status: ({ status: { code } }) => ({ title: 'The server refused or failed', next: NEXT[code] }),
  'operation failed': () => ({
    title: 'The call was served; the operation failed',
    next: ['Read the message: it is the operation’s own. Change the call, then send it again.'],
  }),
  'not sent': () => ({
    title: 'This call can’t be sent',
    next: ['Change the part that the text names. Nothing has left this page.'],
  }),
  'cancelled here': () => ({
    saysItAll: true,
    title: 'You cancelled the call',
    next: ['Repeat it whenever you like. The server was notified, and stops its work.'],
  }),
  'deadline passed here': ({ call: { deadline } }) => ({
    saysItAll: true,
    title: `No response within ${deadline ?? '?'} ms`,
    next: [
      'Give the call a longer deadline, or none.',
      'Check before you repeat a call that changes something: the server may have completed it.',
    ],
  }),
  'deadline passed there': () => ({
    title: 'The server or the bridge gave up at the deadline',
    next: [
      'Give the call a longer deadline, or ask for less.',
      'If the deadline was long, the bridge’s own timeout passed (Envoy: 60 s).',
    ],
  }),
  offline: () => ({
    saysItAll: true,
    title: 'This device is offline',
    next: ['Connect it to a network, then repeat the call.', 'A bridge on this device can be called without one.'],
  }),
  'no response': ({ call: { bridge } }, pageOrigin) => ({
    saysItAll: true,
    title: `No response from ${bridge}`,
    next: [
      'Check that the bridge, Envoy or the gateway in the server, runs at that address.',
      START,
      `Check that it allows the origin ${pageOrigin} (CORS): a page can’t tell a refusal from silence.`,
      ...adviseBlocked(bridge, pageOrigin),
    ],
  }),
  'bridge down': ({ call: { bridge } }, pageOrigin) => ({
    saysItAll: true,
    title: `Nothing answers at ${readOrigin(bridge)}`,
    next: [
      'Check host and port of the bridge address; it isn’t the gRPC port of the server.',
      'Check that the bridge, Envoy or the gateway in the server, runs.',
      START,
      ...adviseBlocked(bridge, pageOrigin),
    ],
  }),
  refused: ({ call: { bridge } }, pageOrigin) => ({
    saysItAll: true,
    title: `${readOrigin(bridge)} answers, but not to this page`,
    next: [
      `Allow the origin ${pageOrigin} in the bridge: --origins of the server, allow_origin_string_match in envoy.yaml.`,
      ...advisePath(bridge),
      'Metadata needs permission as well (access-control-allow-headers). The browser’s console shows the reason.',
    ],
  }),
  'server down': ({ call: { bridge } }) => ({
    title: `${readOrigin(bridge)} answers, but reaches no server`,
    next: [
      'The bridge runs; check that its gRPC server does too.',
      START,
      'Just restarted? The bridge notices within seconds: repeat the call.',
    ],
  }),
  'wrong path': ({ wire: { request } }) => ({
    saysItAll: true,
    title: `${request?.url ?? 'The address'} does not exist there`,
    next: [
      'Check the path of the bridge address: calls go to <address>/api.ApiService/CallApi.',
      'Check the port: another program may answer.',
    ],
  }),
  'not gRPC-Web': ({ wire: { response } }) => ({
    saysItAll: true,
    title: 'Something other than gRPC-Web answered',
    next: [
      `Check host, port and path: content of the type ${response?.contentType || '(none)'} came back, as from a web site.`,
      'The gRPC port of the server is not the address: pages need the bridge.',
    ],
  }),
  'HTTP error': ({ wire: { response } }) => ({
    saysItAll: true,
    title: `HTTP ${response?.httpStatus ?? ''} without a gRPC status`,
    next: [
      'Something between page and server answered in its place, perhaps a proxy: check the program at that address.',
    ],
  }),
  'broken response': () => ({
    title: 'The response is broken',
    next: [
      'See the Wire tab: it shows where the response breaks off.',
      'Check that the bridge speaks gRPC-Web in binary, and that nothing on the way changes its responses.',
    ],
  }),
  'broken off': () => ({
    title: 'The connection broke during the response',
    next: ['Repeat the call, if doing it twice is safe.', 'Check whether the bridge was stopped or restarted.'],
  }),
} satisfies Readonly<Record<string, Adviser>>;

/** The way a call ended, as precisely as a page can determine it. */
export type Situation = keyof typeof ADVICE;

/** The texts of the status card. `pageOrigin` is the origin that the bridge has to allow. */
export function advise(situation: Situation, facts: Facts, pageOrigin: string): Advice {
  return ADVICE[situation](facts, pageOrigin);
}
