import { expect } from 'vitest';
import { answerOf, until } from './answers.js';
import type { Outcome } from './calls.js';
import { DETAIL, type ConformanceCall, type ConformanceCase } from './conformance.js';
import type { TestServer } from './server.js';

/** Makes the server answer as the case wants it. */
export function answerConformance(server: TestServer, { answer }: ConformanceCase): void {
  server.answer = answer === undefined ? () => undefined : answerOf(answer.body ?? [], answer.headers, answer.status);
}

/** The call of a case, marked with the case: what was cancelled before may still arrive. */
export function markedCall({ id, call }: ConformanceCase): ConformanceCall {
  return { ...call, metadata: { ...call?.metadata, 'x-case': [id] } };
}

/** Compares a call's end, and what the server got, with what the case expects. */
export async function checkConformance(server: TestServer, item: ConformanceCase, outcome: Outcome): Promise<void> {
  const { code, message, data, header, trailer, detail = false } = item.expected;
  expect([outcome.code, outcome.data]).toEqual([code, data]);
  if (message !== undefined) expect(outcome.message).toBe(message);
  if (header !== undefined) expect(outcome.headers['x-custom-header']).toBe(header);
  if (trailer !== undefined) expect(outcome.trailers['x-custom-trailer']).toBe(trailer);
  expect(outcome.details).toEqual(detail ? [DETAIL] : []);
  const received = server.received.filter(({ headers }) => headers['x-case'] === item.id);
  // A call that is ended from this side may end before the server has it.
  if (item.answer !== undefined) expect(received).toHaveLength(1);
  expect(received.length).toBeLessThanOrEqual(1);
  for (const { headers } of received) {
    for (const [name, value] of Object.entries(item.received ?? {})) expect(headers[name]).toMatch(value);
  }
  // A call that has ended here must not go on there.
  if (item.answer === undefined) await until(() => received.every(({ hungUp }) => hungUp));
}
