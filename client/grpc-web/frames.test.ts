import { describe, expect, it } from 'vitest';
import { thrown } from '../test/outcomes.js';
import { encodeFrame, FrameReader, type Frame } from './frames.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads all frames of a body in chunks, as kind and bytes. */
function readFrames(reader: FrameReader, ...chunks: Uint8Array[]): [string, number[]][] {
  const frames: Frame[] = [];
  for (const chunk of chunks) frames.push(...reader.push(chunk));
  reader.end();
  return frames.map(({ kind, payload }) => [kind, [...payload]]);
}

describe('frames', () => {
  const message = encodeFrame({ kind: 'message', payload: Uint8Array.of(1, 2, 3) });
  const empty = encodeFrame({ kind: 'message', payload: new Uint8Array() });
  const trailers = encodeFrame({ kind: 'trailers', payload: utf8('a: b') });

  it('have flags and a length', () => {
    expect([...message]).toEqual([0, 0, 0, 0, 3, 1, 2, 3]);
    expect([...trailers]).toEqual([0x80, 0, 0, 0, 4, ...utf8('a: b')]);
  });

  it('are read alike from any chunks', () => {
    const body = Uint8Array.of(...message, ...empty, ...message, ...trailers);
    const expected = [['message', [1, 2, 3]], ['message', []], ['message', [1, 2, 3]], ['trailers', [...utf8('a: b')]]]; // prettier-ignore
    for (let size = 1; size <= body.length; size += 1) {
      const chunks: Uint8Array[] = [];
      for (let start = 0; start < body.length; start += size) chunks.push(body.subarray(start, start + size));
      expect(readFrames(new FrameReader(100), ...chunks)).toEqual(expected);
    }
    expect(readFrames(new FrameReader(100), new Uint8Array(), empty)).toEqual([['message', []]]);
    expect(readFrames(new FrameReader(100))).toEqual([]);
  });

  it.each<[string, number[], number, string]>([
    [
      'a compressed message',
      [1, 0, 0, 0, 0],
      13,
      'a frame is compressed, which was not requested. Turn compression off',
    ],
    ['compressed among other flags', [3, 0, 0, 0, 0], 13, 'unknown flags 0x03. An intermediary truncated'],
    ['compressed trailers', [0x81, 0, 0, 0, 0], 13, 'a frame is compressed'],
    ['an unknown flag', [2, 0, 0, 0, 0], 13, 'unknown flags 0x02'],
    ['text', [...utf8('<html>')], 13, 'unknown flags 0x3c'],
    ['a truncated head', [0, 0, 0], 13, "ended inside a frame's head, after 3 of 5 bytes"],
    ['a truncated payload', [0, 0, 0, 0, 4, 1], 13, 'ended inside a frame, after 1 of 4 bytes'],
    ['a missing payload', [0, 0, 0, 0, 4], 13, 'ended inside a frame, after 0 of 4 bytes'],
    ['bytes after trailers', [0x80, 0, 0, 0, 0, 0, 0], 13, '2 bytes follow the trailers'],
    ['a long frame', [0, 255, 255, 255, 255], 8, 'a frame of 4294967295 bytes; at most 100 are accepted'],
  ])('reject %s', (_, bytes, code, text) => {
    expect(thrown(() => readFrames(new FrameReader(100), Uint8Array.from(bytes)))).toEqual({
      code,
      message: expect.stringContaining(text),
    });
  });
});
