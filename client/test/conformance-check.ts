import { expect } from 'vitest';
import { answerWith } from './answers.js';
import type { Outcome } from './calls.js';
import { DETAIL, type ConformanceCall, type ConformanceCase } from './conformance.js';
import { until } from './outcomes.js';
import type { TestServer } from './server.js';

/** Makes the server answer as the case demands. */
export function answerConformance(server: TestServer, { answer }: ConformanceCase): void {
  server.answer = answer === undefined ? () => undefined : answerWith(answer.body ?? [], answer.headers, answer.status);
}

/** Marks the call of a case with its id, as a call cancelled before may still arrive. */
export function markCall({ id, call }: ConformanceCase): ConformanceCall {
  return { ...call, metadata: { ...call?.metadata, 'x-case': [id] } };
}

/** Checks a call's outcome, and the request that the server received, against the case. */
export async function checkConformance(server: TestServer, item: ConformanceCase, outcome: Outcome): Promise<void> {
  const { code, message, data, header, trailer, detail = false } = item.expected;
  expect([outcome.code, outcome.data]).toEqual([code, data]);
  if (message !== undefined) expect(outcome.message).toBe(message);
  if (header !== undefined) expect(outcome.headers['x-custom-header']).toBe(header);
  if (trailer !== undefined) expect(outcome.trailers['x-custom-trailer']).toBe(trailer);
  expect(outcome.details).toEqual(detail ? [DETAIL] : []);
  const received = server.received.filter(({ headers }) => headers['x-case'] === item.id);
  // A call that the client ends may end before the server has received it.
  if (item.answer !== undefined) expect(received).toHaveLength(1);
  expect(received.length).toBeLessThanOrEqual(1);
  for (const { headers } of received) {
    for (const [name, value] of Object.entries(item.received ?? {})) expect(headers[name]).toMatch(value);
  }
  // A call that has ended at the client must not go on at the server.
  if (item.answer === undefined) await until(() => received.every(({ hungUp }) => hungUp));
}
