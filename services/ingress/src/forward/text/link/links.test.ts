import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { TextGatewayClient } from '@headgate/proto/gen/headgate/text/v1/text';
import { createLog } from '@headgate/runtime/log';
import { connectReplica, type Replica } from '@headgate/runtime/rpc/replicas';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { noSpan } from '@headgate/runtime/tracing/span';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ScriptedRelay } from '../../../testing/scripted-relay.ts';
import {
  answerOk,
  type ScriptedTextGateway,
  startScriptedTextGateway,
  streamHead,
} from '../../../testing/scripted-text-gateway.ts';
import type { TextCall, TextOpen } from '../text-gateway.ts';
import { createLinks, type Links, type LinksOptions } from './links.ts';

let one: ScriptedTextGateway;
let other: ScriptedTextGateway;
let links: Links;
let list: (pods: ScriptedTextGateway[]) => void;

beforeEach(async () => {
  [one, other] = await Promise.all([startScriptedTextGateway(), startScriptedTextGateway()]);
});
afterEach(async () => {
  links.stop();
  await Promise.all([one.kill(), other.kill()]);
});

async function startLinks(
  pods: ScriptedTextGateway[],
  options: Partial<Pick<LinksOptions, 'pingMs' | 'requestMs' | 'random' | 'log'>> = {},
): Promise<void> {
  links = createLinks({
    watch(onReplicas) {
      list = (listed) => onReplicas(listed.map((pod): Replica => ({ target: `ipv4:${pod.address()}` })));
      list(pods);
      return { stop: () => undefined };
    },
    connect: (replica) => connectReplica(TextGatewayClient, replica),
    log: createLog('test', 'silent'),
    ...options,
  });
  await waitFor(() => links.readyCount() === pods.length, 'all links are ready');
}

interface Asked {
  call: TextCall | undefined;
  bytes: string;
  end: 'open' | 'whole' | 'broken' | Fault;
}

const open: TextOpen = {
  requestId: 'r',
  dialect: 1,
  operation: 1,
  caller: undefined,
  headers: [],
  body: Buffer.from('{"model":"m"}'),
  model: '',
  stream: false,
  alt: '',
};

function ask(body: Buffer = open.body): Asked {
  const asked: Asked = { call: undefined, bytes: '', end: 'open' };
  asked.call = links.carry(
    { ...open, body },
    {
      onHead: () => undefined,
      onData(bytes) {
        asked.bytes += bytes;
      },
      onTail() {
        asked.end = 'whole';
      },
      onRefused(cause) {
        asked.end = cause;
      },
      onBroken() {
        asked.end = 'broken';
      },
    },
    noSpan,
  );
  return asked;
}

const ends = (asked: Asked) => waitFor(() => asked.end !== 'open', 'the request has ended');

/** Leaves every request open, after its first event. */
function hold(relay: ScriptedRelay): void {
  relay.head(streamHead);
  relay.data('data: 1\n\n');
}

test('body and answer cross whole, and requests are told apart', async () => {
  await startLinks([one]);
  one.onOpen = (relay) => {
    relay.head({});
    relay.data(relay.open.body);
    relay.tail();
  };
  const asked = Array.from({ length: 100 }, (_, number) => ask(Buffer.from(`body ${number}`)));
  await Promise.all(asked.map(ends));
  expect(asked.map(({ bytes }) => bytes)).toEqual(asked.map((_, number) => `body ${number}`));
  expect(one.linkCount()).toBe(1);
});

test('a large body is left to others', async () => {
  await startLinks([one]);
  expect(ask(Buffer.alloc(256 * 1024 + 1)).call).toBeUndefined();
  expect(ask(Buffer.alloc(256 * 1024)).call).toBeDefined();
});

test('a pod that is added gets requests, and one that is dropped ends what it has and gets no more', async () => {
  await startLinks([one]);
  one.onOpen = hold;
  const asked = ask();
  await waitFor(() => asked.bytes !== '', 'it has begun');
  list([other]);
  await waitFor(() => links.readyCount() === 1 && other.linkCount() === 1, 'the other is ready');
  const next = ask();
  await ends(next);
  expect(other.relays).toHaveLength(1);
  expect(one.linkCount()).toBe(1);
  one.relays[0]?.tail();
  await ends(asked);
  expect(asked.end).toBe('whole');
  await waitFor(() => one.linkCount() === 0, 'its link has ended');
});

test('requests go to the less busy pod', async () => {
  await startLinks([one, other]);
  one.onOpen = hold;
  other.onOpen = hold;
  for (let count = 0; count < 40; count += 1) {
    const asked = ask();
    await waitFor(() => asked.bytes !== '', 'it has begun');
  }
  expect(Math.abs(one.relays.length - other.relays.length)).toBeLessThanOrEqual(12);
});

test('a pod that drains ends what it has, and the other gets the rest', async () => {
  await startLinks([one]);
  one.onOpen = hold;
  const held = ask();
  await waitFor(() => held.bytes !== '', 'it has begun');
  list([one, other]);
  await waitFor(() => links.readyCount() === 2, 'both are ready');
  one.drain();
  await waitFor(() => links.readyCount() === 1, 'one is left alone');
  const later = Array.from({ length: 20 }, () => ask());
  await Promise.all(later.map(ends));
  expect(later.map(({ end }) => end)).toEqual(later.map(() => 'whole'));
  expect(one.relays).toHaveLength(1);
  expect(held.end).toBe('open');
  one.relays[0]?.tail();
  await ends(held);
  expect(held.end).toBe('whole');
});

test('a pod that dies breaks what has begun, cuts what has not, and nothing is sent twice', async () => {
  await startLinks([one]);
  one.onOpen = (relay) => {
    if (one.relays.length === 1) hold(relay);
  };
  const begun = ask();
  await waitFor(() => begun.bytes !== '', 'it has begun');
  const waiting = ask();
  await waitFor(() => one.relays.length === 2, 'the pod has both');
  await one.kill();
  await Promise.all([begun, waiting].map(ends));
  expect(begun.end).toBe('broken');
  expect(waiting.end).toEqual(fault('upstream_cut'));
  expect(one.relays).toHaveLength(2);
  expect(ask().call).toBeUndefined();
  await one.start();
  one.onOpen = answerOk;
  await waitFor(() => links.readyCount() === 1, 'the link is back');
});

test('a pod that answers no pings is dead', async () => {
  one.answersPings = false;
  await startLinks([one], { pingMs: 50 });
  one.onOpen = () => undefined;
  const asked = ask();
  await ends(asked);
  expect(asked.end).toEqual(fault('upstream_cut'));
  await waitFor(() => one.relays[0]?.isCancelled, 'the pod knows');
  one.answersPings = true;
  await waitFor(() => links.readyCount() === 1, 'another link is tried');
});

test('a request that takes too long is cancelled, alone', async () => {
  await startLinks([one], { pingMs: 50, requestMs: 100 });
  one.onOpen = hold;
  const asked = ask();
  await ends(asked);
  expect(asked.end).toBe('broken');
  await waitFor(() => one.relays[0]?.isCancelled, 'the pod knows');
  expect(one.linkCount()).toBe(1);
});

test('a client that goes is told to the pod, and what still comes for it is nobody’s', async () => {
  await startLinks([one]);
  one.onOpen = hold;
  const gone = ask();
  await waitFor(() => gone.bytes !== '', 'it has begun');
  gone.call?.cancel();
  await waitFor(() => one.relays[0]?.isCancelled, 'the pod knows');
  one.relays[0]?.data('late');
  one.onOpen = answerOk;
  const next = ask();
  await ends(next);
  expect(next.end).toBe('whole');
  expect(gone).toMatchObject({ bytes: 'data: 1\n\n', end: 'open' });
});

test('a pod that drains for long is linked again less and less often', async () => {
  const readyAt: number[] = [];
  const write = (line: string): void => {
    if (line.includes('is ready')) readyAt.push(performance.now());
  };
  await startLinks([one], { random: () => 0, log: createLog('test', 'debug', { write }) });
  one.drain();
  await waitFor(() => readyAt.length >= 6, 'it was linked five times more');
  const pausesMs = readyAt.slice(1).map((at, index) => at - (readyAt[index] ?? 0));
  expect(Math.max(...pausesMs)).toBeGreaterThan(300);
});
