import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.js';

describe('base64', () => {
  it.each([[[]], [[0]], [[255, 254]], [[1, 2, 3]], [[251, 255, 191, 0]]])(
    'encodes %j unpadded, and decodes both forms',
    (list) => {
      const bytes = Uint8Array.from(list);
      const text = Buffer.from(bytes).toString('base64');
      expect(encodeBase64(bytes)).toBe(text.replace(/=/g, ''));
      expect(decodeBase64(text)).toEqual(bytes);
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    },
  );

  it('encodes a megabyte', () => {
    const bytes = new Uint8Array(1 << 20).fill(7);
    // Compared as one value: `toEqual` on so many elements takes seconds.
    expect(Buffer.compare(decodeBase64(encodeBase64(bytes)) ?? new Uint8Array(), bytes)).toBe(0);
  });

  it.each(['A', 'AAAAA', 'AA=', 'A===', 'AA==AA', 'A A', '-_', 'ä'])('rejects %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});
