import {
  CircuitState,
  type DeepPartial,
  StatusAnnounced,
} from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { createStatusBoard } from './board.ts';
import { channelView } from './channel-view.ts';
import { systemView } from './system-view.ts';

function prepare() {
  let nowMs = 0;
  const board = createStatusBoard(() => nowMs);
  return {
    board,
    advance: (ms: number) => (nowMs += ms),
    hear: (status: DeepPartial<StatusAnnounced>) => board.hear(StatusAnnounced.fromPartial(status)),
    instances: () => board.list().map(({ status }) => status.instance),
  };
}

test('the last word of each process is kept, for twenty seconds', () => {
  const { board, advance, hear, instances } = prepare();
  hear({ instance: 'a', ready: false });
  hear({ instance: 'b' });
  advance(15_000);
  hear({ instance: 'a', ready: true });
  expect(board.list().map(({ status }) => [status.instance, status.ready])).toEqual([
    ['b', false],
    ['a', true],
  ]);
  advance(6_000);
  expect(instances()).toEqual(['a']);
  advance(20_000);
  expect(instances()).toEqual([]);
});

test('no more than five hundred processes are remembered', () => {
  const { hear, instances } = prepare();
  for (let count = 0; count < 501; count += 1) hear({ instance: String(count) });
  expect(instances()).toHaveLength(500);
  expect(instances()).not.toContain('0');
});

test('the system shows every service, silent ones too, and adds up what is to be added', () => {
  const { board, hear, advance } = prepare();
  const ledger = { service: 'ledger', version: '1.0.0', ready: true, startedAtMs: 90_000n };
  hear({ ...ledger, instance: 'l1', gauges: { open_holds: 4, resident_memory_bytes: 10 } });
  hear({ ...ledger, instance: 'l2', gauges: { open_holds: 5, resident_memory_bytes: 20 } });
  hear({ service: 'another', instance: 'a' });
  advance(1_500);
  const { services, gauges } = systemView(board.list(), 1_500);
  expect(services.map(({ name, instances }) => [name, instances.length])).toEqual([
    ['ingress', 0],
    ['account', 0],
    ['text-gateway', 0],
    ['ledger', 2],
    ['media-api', 0],
    ['media-worker', 0],
    ['console', 0],
    ['another', 1],
  ]);
  expect(services[3]?.instances[0]).toEqual({
    instance: 'l1',
    version: '1.0.0',
    started_at_seconds: 90,
    ready: true,
    heard_seconds_ago: 1.5,
    gauges: { open_holds: 4, resident_memory_bytes: 10 },
  });
  expect(gauges).toEqual({ open_holds: 5, resident_memory_bytes: 30 });
});

test('a channel is as bad as the gateway sees it that sees it worst, with the traffic of all', () => {
  const { board, hear } = prepare();
  const closed = { state: CircuitState.CLOSED, credentials: 2 };
  hear({
    instance: 'one',
    channels: [
      { channelId: 2n, ...closed, inFlight: 1, requests: 10, failures: 1, firstByteP50Ms: 120 },
      { channelId: 1n, ...closed },
    ],
  });
  hear({
    instance: 'two',
    channels: [
      {
        channelId: 2n,
        ...closed,
        state: CircuitState.HALF_OPEN,
        credentialsOpen: 1,
        requests: 3,
        failures: 3,
        firstByteP50Ms: 900,
      },
    ],
  });
  const { items, total } = channelView(board.list());
  expect(total).toBe(2);
  expect(items).toEqual([
    {
      channel_id: 1,
      state: 'closed',
      in_flight_requests: 0,
      window_seconds: 300,
      requests: 0,
      failures: 0,
      first_byte_p50_ms: null,
      credentials: 2,
      credentials_open: 0,
      gateways: 1,
    },
    {
      channel_id: 2,
      state: 'half-open',
      in_flight_requests: 1,
      window_seconds: 300,
      requests: 13,
      failures: 4,
      first_byte_p50_ms: 120,
      credentials: 2,
      credentials_open: 1,
      gateways: 2,
    },
  ]);
});
