import { expect } from 'vitest';
import { answerWith, type Bytes, type Fields } from './answers.js';
import { failure } from './outcomes.js';
import type { TestServer } from './server.js';
import { createCaller } from './use-test-server.js';

/** A response, and the error that it causes. By default it has status 200, the media type of gRPC-Web and no body. */
export interface ErrorCase {
  readonly name: string;
  readonly status?: number;
  readonly headers?: Fields;
  readonly body?: Bytes;
  readonly code: number;
  /** Part of the error's message. */
  readonly text: string;
}

/** Makes a call that gets the response of a case, and checks its error. */
export async function checkErrorCase(server: TestServer, item: ErrorCase): Promise<void> {
  const { status, headers, body = [], code, text } = item;
  server.answer = answerWith(body, headers, status);
  const error = await failure(createCaller(server)());
  expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)]);
  expect(server.received).toHaveLength(1);
  expect(error.timing?.headers).toBeGreaterThan(0);
}
