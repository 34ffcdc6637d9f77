import { createRegistry } from '@headgate/runtime/metrics';
import { afterEach, expect, test, vi } from 'vitest';
import { createRoutingMetrics } from './routing.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Has no part in it. */
const breaker = {
  states: () => ({ open: 0, 'half-open': 0 }),
  waitMs: () => 0,
  channelStates: () => new Map(),
  begin: () => {
    throw new Error('nothing is called here');
  },
};

test('times from piece to piece are counted, each within its own answer and none before the first piece', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const metrics = createRegistry('text-gateway');
  const routing = createRoutingMetrics({ metrics }, breaker);
  vi.advanceTimersByTime(20_000);
  const first = routing.pieces();
  first();
  vi.advanceTimersByTime(4);
  const second = routing.pieces();
  second();
  vi.advanceTimersByTime(28);
  first();
  vi.advanceTimersByTime(218);
  second();
  const shown = await metrics.getSingleMetricAsString('headgate_text_stream_gap_seconds');
  const gap = 'headgate_text_stream_gap_seconds';
  const lines = [
    `${gap}_bucket{le="0.025",service="text-gateway"} 0`,
    `${gap}_bucket{le="0.05",service="text-gateway"} 1`,
    `${gap}_bucket{le="0.1",service="text-gateway"} 1`,
    `${gap}_bucket{le="0.25",service="text-gateway"} 2`,
    `${gap}_sum{service="text-gateway"} 0.278`,
    `${gap}_count{service="text-gateway"} 2`,
  ];
  expect(shown.split('\n')).toEqual(expect.arrayContaining(lines));
});
