import { describe, expect, it } from 'vitest';
import { parseServerTiming, readTiming } from './timing.js';

describe('timing', () => {
  it.each<[string, number | undefined]>([
    ['app;dur=1.5', 1.5],
    ['db;dur=1, app ; desc="a, b; dur=9" ; DUR = "2"', 2],
    ['app', undefined],
    ['app;dur=fast', undefined],
    ['apps;dur=1', undefined],
    ['x;desc="app;dur=1"', undefined],
    ['', undefined],
  ])('reads app from %j', (value, ms) => expect(parseServerTiming(value, 'app')).toBe(ms));

  it('reads headers and trailers', () => {
    const headers = new Headers({ 'x-envoy-upstream-service-time': '12' });
    const trailers = new Headers({ 'server-timing': 'app;dur=3' });
    const timing = readTiming({ total: 20, headers: 15 }, { headers, trailers });
    expect(timing).toEqual({ total: 20, headers: 15, server: 3, upstream: 12 });
  });
});
