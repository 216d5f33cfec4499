import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deriveState, type BuilderState } from '../model/build.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { isSameRequest, type SentRequest } from './response.js';
import { sendRequest } from './send-by-fetch.js';

const fetched = vi.fn<typeof fetch>();
/** Frames of the page that wait for their time. */
let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  fetched.mockReset().mockImplementation(async () => new Response('{"a":1}'));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { href: 'https://play.test/' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});
afterEach(() => vi.unstubAllGlobals());

const build = (change: Partial<Form> = {}): BuilderState => deriveState({ ...EMPTY_FORM, route: 'GET /a', ...change });

async function send(state = build(), signal = new AbortController().signal) {
  const progress: SentRequest[] = [];
  const sent = await sendRequest(state, signal, (entry) => progress.push(entry));
  return { sent, progress };
}

test('nothing is sent that a page can’t send', async () => {
  await expect(send(build({ route: 'GET ftp://h.test/a' }))).rejects.toThrow(/ftp/);
  expect(fetched).not.toHaveBeenCalled();
});

test('a request that is cancelled while the code for it loads is never sent', async () => {
  const controller = new AbortController();
  controller.abort();
  const { sent } = await send(build({ route: 'DELETE /a' }), controller.signal);
  expect(sent).toMatchObject({
    method: 'DELETE',
    url: 'https://api.github.com/a',
    outcome: { failure: { title: 'Cancelled' } },
  });
  expect(fetched).not.toHaveBeenCalled();
});

/** A response whose body brings a text, and then fails. */
function breakOff(text: string, error: unknown = new TypeError('network error')): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.error(error),
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/plain', 'content-length': '50' } });
}

test('a body that breaks off is a response that was cut off, whatever else answers', async () => {
  fetched.mockImplementationOnce(async () => breakOff('abc'));
  const { sent } = await send();
  expect(sent.summary).toBe('200 OK, The response was cut off');
  expect(sent.outcome).toMatchObject({
    response: { status: 200, body: { size: 3 }, cut: { title: 'The response was cut off' } },
  });
  // No probe: the reason is known.
  expect(fetched).toHaveBeenCalledOnce();
});

test.each<[reachable: boolean, title: RegExp]>([
  [true, / answers, but /],
  [false, /^No response from /],
])('a request without a response to an origin that answers: %s', async (reachable, title) => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  if (!reachable) fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { sent } = await send();
  expect(sent.outcome).toMatchObject({ failure: { title: expect.stringMatching(title) } });
  expect(fetched.mock.calls.map(([url]) => new Request(url).url)).toEqual([
    'https://api.github.com/a',
    'https://api.github.com/',
  ]);
});

test('cancelling keeps what has come', async () => {
  const controller = new AbortController();
  fetched.mockImplementationOnce(async (_, init) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('data: 1\n\n'));
        init?.signal?.addEventListener('abort', () => stream.error(new DOMException('aborted', 'AbortError')));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const sending = send(build(), controller.signal);
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  controller.abort();
  const { sent } = await sending;
  expect(sent.outcome).toMatchObject({
    response: { body: { size: 9 }, cut: { title: 'Cancelled while the response came' } },
  });
});

test('progress is reported once a frame, and never after the end', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  fetched.mockImplementationOnce(
    async () => new Response(new ReadableStream({ start: (controller) => void (stream = controller) })),
  );
  const progress: SentRequest[] = [];
  const sending = sendRequest(build(), new AbortController().signal, (entry) => progress.push(entry));
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  for (const text of ['a', 'b', 'c']) stream?.enqueue(new TextEncoder().encode(text));
  await vi.waitFor(() => {
    frames.splice(0).forEach((run) => run());
    expect(progress.at(-1)?.outcome).toMatchObject({ arriving: { progress: { bytes: 3, end: 'abc' } } });
  });
  stream?.enqueue(new TextEncoder().encode('d'));
  stream?.close();
  const count = progress.length;
  expect(await sending).toMatchObject({ outcome: { response: { body: { size: 4 }, cut: undefined } } });
  frames.splice(0).forEach((run) => run());
  expect(progress).toHaveLength(count);
});

test('a response names where a redirect led to, without the query', async () => {
  const redirected = Object.defineProperties(new Response('a'), {
    redirected: { value: true },
    url: { value: 'https://other.test/b?key=secret-0123#c' },
  });
  fetched.mockImplementationOnce(async () => redirected);
  const { sent } = await send();
  expect(sent).toMatchObject({
    method: 'GET',
    url: 'https://api.github.com/a',
    outcome: { response: { redirectedTo: 'https://other.test/b' } },
  });
});

const parameter = (value: string) => [{ id: 1, name: 'b', value, kind: 'text', place: 'auto' }] as const;

test.each<[name: string, change: Partial<Form>, isSame: boolean]>([
  ['the same form', {}, true],
  ['another url', { route: 'POST /b' }, false],
  ['another method', { route: 'PUT /a' }, false],
  ['another header', { headers: [{ id: 1, name: 'x-a', value: '1' }] }, false],
  ['another body', { parameters: parameter('2') }, false],
  ['another notation of the same request', { route: 'POST https://api.github.com/a' }, true],
])('an edit to %s makes another request: %s', (_, change, isSame) => {
  const form: Partial<Form> = { route: 'POST /a', parameters: parameter('1') };
  const { request } = build(form);
  expect(request).toBeDefined();
  expect(request && isSameRequest(request, build({ ...form, ...change }).request)).toBe(isSame);
  expect(request && isSameRequest(request, undefined)).toBe(false);
});
