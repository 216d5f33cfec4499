import { describe, expect, it } from 'vitest';
import { CallError, Code } from 'endpoint.js-client';

describe('CallError', () => {
  it('has code, status, metadata, cause and details', () => {
    const headers = new Headers({ 'x-a': 'header', 'x-b': 'header' });
    const trailers = new Headers({ 'x-b': 'trailer', 'grpc-status-details-bin': 'CAUSAW8=' });
    const error = new CallError(Code.NOT_FOUND, '', { headers, trailers, cause: 'why' });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'CallError', code: 5, cause: 'why' });
    expect(error.status).toEqual({ code: 5, name: 'NOT_FOUND', message: '' });
    expect(error.message).toBe('NOT_FOUND: A requested entity does not exist.');
    expect([error.metadata.get('x-a'), error.metadata.get('x-b')]).toEqual(['header', 'trailer']);
    expect(error.details).toEqual(Uint8Array.of(8, 5, 18, 1, 111));
    expect(new CallError(Code.INTERNAL, 'x').details).toBeUndefined();
  });
});
