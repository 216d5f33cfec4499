/**
 * The example clients of other languages: installed and run by the commands of their README, directly and through Envoy by TLS with a
 * token, they get what our own client gets for the same calls.
 */
import { createCallClient, STATUSES } from 'endpoint.js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noEnvoy } from '../../envoy/test/envoy.js';
import { readJsonEdits } from '../../envoy/test/json.js';
import { type Production, startProduction, useStage } from '../../envoy/test/production.js';
import {
  type Answer,
  ATTEMPTS,
  type Call,
  callByOwnClient,
  createCalls,
  DETAILS,
  LONG_S,
  normalize,
  startServer,
  TOKEN,
  WAIT,
} from './calls.js';
import { listAvailable, readAnswers, useExample } from './installed.js';
import { copyExample, type Installed, LANGUAGES, type Values } from './languages.js';

const stage = useStage();
let server: Awaited<ReturnType<typeof startServer>>;
let envoy: Production;
let calls: readonly Call[];
/** What our own client gets, by the name of the call. */
const own = new Map<string, Answer>();

beforeAll(async () => {
  server = await startServer();
  stage.defer(server.stop);
  if (!noEnvoy) {
    const certificate = stage.certificate.config;
    envoy = await startProduction({ certificate, servers: [server.grpc], edits: readJsonEdits() });
    stage.defer(() => envoy.stop());
  }
  calls = createCalls();
  for (const [at, { name, request }] of calls.entries()) {
    own.set(name, normalize(await callByOwnClient(server.gateway, request, `own-${at}`)));
  }
});

test('our own client sees each kind of answer', () => {
  const answers = [...own.values()];
  expect(answers.filter(({ result }) => result !== undefined).length).toBeGreaterThan(8);
  expect(answers.filter(({ operationError }) => operationError !== undefined).length).toBeGreaterThan(4);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(
    new Set([undefined, 'INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'UNAVAILABLE']),
  );
  expect(answers).toContainEqual({ result: `attempt ${ATTEMPTS}` });
  expect(answers).toContainEqual(expect.objectContaining({ details: DETAILS }));
});

/** Compares the answers with those of our own client, and the request ids with those of the server's log. */
function expectSame(compared: readonly Call[], answers: readonly Answer[]): void {
  expect(answers).toHaveLength(compared.length);
  for (const [at, { name, message }] of compared.entries()) {
    const answer = answers[at] ?? {};
    const expected = { ...own.get(name), ...(message && { message: expect.stringMatching(message) }) };
    expect({ name, ...normalize(answer) }).toEqual({ name, ...expected });
    const lines = server.logged.filter((line) => 'requestId' in line && line.requestId === answer.requestId);
    const isRetried = answer.status === 'UNAVAILABLE' || answer.result === `attempt ${ATTEMPTS}`;
    expect({ name, lines: lines.length }).toEqual({ name, lines: isRetried ? ATTEMPTS : 1 });
  }
}

// Before the tests, so that the name of a skipped one has the reason.
const available = await listAvailable(LANGUAGES);

const echo: readonly Call[] = [{ name: 'echo', request: { code: 'echo' } }];

describe.each(available.filter(({ name }) => name !== 'curl'))('$name', (language) => {
  const getExample = useExample(language);

  /** Makes calls by a block of the README. */
  async function call(block: 1 | 2, made: readonly Call[], seconds: number, values: Values): Promise<Answer[]> {
    const [text = '', replace = String] = language.deadlines[block - 1] ?? [];
    getExample().writeCalls(made);
    const { stdout, output, failure } = await getExample().runBlock(block, [[text, replace(seconds)], ...values]);
    expect({ failure, output: failure && output }).toEqual({});
    return readAnswers(stdout);
  }
  const callServer = (made: readonly Call[], seconds = LONG_S): Promise<Answer[]> =>
    call(1, made, seconds, [['127.0.0.1:50051', server.grpc]]);
  const callEnvoy = (made: readonly Call[], token = TOKEN): Promise<Answer[]> =>
    call(2, made, LONG_S, [
      ['calls.example.com:443', `localhost:${envoy.port}`],
      ['5f1c…', token],
    ]);

  test('gets the same answers from the server', async () => {
    expectSame(calls, await callServer(calls));
  });

  test.skipIf(noEnvoy)('gets the same answers through Envoy, by TLS and with the token', async () => {
    expectSame(calls, await callEnvoy(calls));
  });

  test('ends a call at its deadline', async () => {
    expect(await callServer([WAIT], 1)).toMatchObject([{ status: 'DEADLINE_EXCEEDED' }]);
  });

  test.skipIf(noEnvoy)('reports a wrong token', async () => {
    const error: unknown = await createCallClient({ host: server.gateway }).call({ code: 'echo' }).catch(String);
    const message = 'The call needs the metadata "authorization: Bearer <the token>".';
    expect(error).toContain(message);
    expect(await callEnvoy(echo, 'other')).toMatchObject([{ status: 'UNAUTHENTICATED', message, details: [] }]);
  });
});

/** The statuses of gRPC as Envoy's transcoder writes them (google/rpc/code.proto). */
const HTTP_STATUSES: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  DEADLINE_EXCEEDED: 504,
  UNAUTHENTICATED: 401,
};

/** What curl prints for a call, as the other examples print it. */
function readJson(line: string, head: string): Answer {
  const [httpStatus, requestId = ''] = head.split(' ');
  const body = line === '' ? {} : (JSON.parse(line) as Readonly<Record<string, unknown>>);
  if (httpStatus === '200')
    return { [body['success'] ? 'result' : 'operationError']: String(body['message']), requestId };
  const { name = '' } = STATUSES[Number(body['code'])] ?? {};
  expect([name, httpStatus]).toEqual([name, String(HTTP_STATUSES[name])]);
  return { status: name, message: String(body['message']), details: [], requestId };
}

describe.skipIf(noEnvoy).each(available.filter(({ name }) => name === 'curl'))('$name', (language) => {
  let example: Installed;

  beforeAll(() => {
    example = copyExample(language);
  });
  afterAll(() => example.remove());

  async function call(made: readonly Call[], { seconds = LONG_S, token = TOKEN } = {}): Promise<Answer[]> {
    const [[text, replace] = ['', String]] = language.deadlines;
    example.writeCalls(made);
    const { stdout, failure } = await example.runBlock(0, [
      [text, replace(seconds)],
      ['https://calls.example.com', `https://localhost:${envoy.port}`],
      ['5f1c…', token],
      ['< ../calls.jsonl', '< ../calls.jsonl 2> heads'],
    ]);
    const heads = (await example.runShell('cat heads')).stdout;
    expect([failure, heads]).toEqual([undefined, expect.stringMatching(/^(?:\d{3} [\da-f-]{36}\n)+$/)]);
    const lines = heads.trimEnd().split('\n');
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line, at) => readJson(line, lines[at] ?? ''));
  }

  test('gets the same answers as JSON', async () => {
    // Without a descriptor of the details, their answer has no body.
    const made = calls.filter(({ request, isRetried }) => !isRetried && request.code !== 'detailed');
    expectSame(made, await call(made));
  });

  test('ends a call at its deadline, and reports a wrong token', async () => {
    expect(await call([WAIT], { seconds: 1 })).toMatchObject([{ status: 'DEADLINE_EXCEEDED' }]);
    expect(await call(echo, { token: 'other' })).toMatchObject([{ status: 'UNAUTHENTICATED' }]);
  });
});
