import { connect } from 'node:net';
import { fault } from '@headgate/proto/faults';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openRequest, readAll } from '../../testing/http-client.ts';
import type { ScriptedRelay } from '../../testing/scripted-relay.ts';
import { answerOk, brokenFrame, streamHead } from '../../testing/scripted-text-gateway.ts';
import { startWorld, type World } from '../../testing/world.ts';

const event = 'data: {"a":1}\n\n';
let world: World;
let chatUrl: string;

function post(body: string | object = '{"model":"m"}') {
  return request(world.url).post('/v1/chat/completions').set('authorization', 'Bearer sk-good').send(body);
}

/** Answers a stream of one event and leaves it open. */
function beginStream(relay: ScriptedRelay): void {
  relay.head(streamHead);
  relay.data(event);
}

function lastLine(): Record<string, unknown> | undefined {
  return world.lines.filter(({ msg }) => msg === 'request').at(-1);
}

describe.each(['link', 'call'] as const)('by %s', (by) => {
  beforeAll(async () => {
    world = await startWorld({ textLink: by === 'link' });
    world.account.put('sk-good');
    chatUrl = `${world.url}/v1/chat/completions`;
  });
  beforeEach(() => {
    world.text.relays.length = 0;
    world.text.onOpen = answerOk;
  });
  afterAll(() => world.stop());

  it('comes so', async () => {
    await post();
    expect(world.text.relays.map((relay) => relay.by)).toEqual([by]);
  });

  describe('a request to text-gateway', () => {
    it('carries body and listed headers as they are, and no others', async () => {
      const body = '{"model":"m",  "x":1}';
      await post(body)
        .set('content-type', 'application/json; charset=utf-8')
        .set('openai-beta', 'assistants=v2')
        .set('anthropic-version', '2023-06-01')
        .set('anthropic-beta', 'a,b')
        .set('x-headgate-caller', 'root')
        .set('cookie', 'a=b');
      const open = world.text.relays[0]?.open;
      expect(open?.body.toString()).toBe(body);
      expect(open?.headers).toEqual([
        { name: 'content-type', value: 'application/json; charset=utf-8' },
        { name: 'openai-beta', value: 'assistants=v2' },
        { name: 'anthropic-version', value: '2023-06-01' },
        { name: 'anthropic-beta', value: 'a,b' },
      ]);
    });

    it('names the purses of its caller and whether they bound it', async () => {
      world.account.put('sk-purses', {
        userUnlimited: true,
        modelsLimited: true,
        models: ['m', 'n'],
        modelLimits: [{ model: 'n', quotaUnits: 5n }],
        budgets: [{ period: Period.DAY, timeZone: 'Europe/Berlin', units: 5n }],
        userBudgets: [{ period: Period.MONTH, timeZone: 'UTC', units: 90n }],
      });
      await post().set('authorization', 'Bearer sk-purses');
      const caller = world.text.relays[0]?.open.caller;
      expect(caller).toMatchObject({
        purses: [
          { id: `key:${caller?.keyId}`, limited: true },
          { id: 'user:7', limited: false },
        ],
        modelsLimited: true,
        models: ['m', 'n'],
        limitedModels: ['n'],
        budgets: [
          { owner: `key:${caller?.keyId}`, period: Period.DAY, timeZone: 'Europe/Berlin' },
          { owner: 'user:7', period: Period.MONTH, timeZone: 'UTC' },
        ],
      });
    });

    it('answers with the status and headers that the gateway names', async () => {
      world.text.onOpen = (relay) => {
        relay.head({
          status: 400,
          headers: [
            { name: 'content-type', value: 'application/json' },
            { name: 'retry-after', value: '3' },
          ],
        });
        relay.data('{"er');
        relay.data('ror":1}');
        relay.tail();
      };
      const response = await post();
      expect(response.status).toBe(400);
      expect(response.headers['retry-after']).toBe('3');
      expect(response.body).toEqual({ error: 1 });
    });

    it('answers a fault in the public envelope', async () => {
      world.text.onOpen = (relay) => relay.refuse(fault('insufficient_user_quota'));
      const response = await post();
      expect(response.status).toBe(402);
      expect(response.body.error).toMatchObject({
        code: 'insufficient_user_quota',
        type: 'headgate_api_error',
      });
      expect(world.text.relays).toHaveLength(1);
    });

    it('of an unknown model is the client’s doing, and no failure to the metrics', async () => {
      const counted = async () => (await world.service.metrics.metrics()).match(/status="5xx"[^}]*} \d+/g);
      const before = await counted();
      world.text.onOpen = (relay) => relay.refuse(fault('model_not_found', { ofClient: true }));
      expect((await post()).status).toBe(503);
      expect(await world.service.metrics.metrics()).toMatch(
        /headgate_ingress_requests_total{[^}]*status="unknown_model"[^}]*} 1/,
      );
      expect(await counted()).toEqual(before);
    });

    it('is handed on when a pod had not started it, and given up after two more', async () => {
      const refusal = fault('service_unavailable', { notStarted: true });
      world.text.onOpen = (relay) => (world.text.relays.length < 3 ? relay.refuse(refusal) : answerOk(relay));
      expect((await post()).status).toBe(200);
      expect(new Set(world.text.relays.map(({ open }) => open.requestId)).size).toBe(1);

      world.text.relays.length = 0;
      world.text.onOpen = (relay) => relay.refuse(refusal);
      expect((await post()).status).toBe(503);
      expect(world.text.relays).toHaveLength(3);
    });

    it('is never sent twice for any other reason', async () => {
      world.text.onOpen = (relay) => relay.refuse(fault('service_unavailable'));
      expect((await post()).status).toBe(503);
      expect(world.text.relays).toHaveLength(1);
    });

    it('is 502 when the gateway dies before the head', async () => {
      world.text.onOpen = () => void world.text.kill();
      const response = await post();
      expect(response.status).toBe(502);
      expect(response.body.error).toMatchObject({ code: 'upstream_cut', type: 'upstream_error' });
      expect(world.text.relays).toHaveLength(1);
      await world.text.start();
      world.text.onOpen = answerOk;
      await waitFor(async () => (await post()).status === 200, 'the gateway is back');
    });

    it('is 502 when the answer ends without head or tail', async () => {
      world.text.onOpen = (relay) => relay.end();
      expect((await post()).status).toBe(502);
    });
  });

  describe('a stream', () => {
    it('comes event by event, with the headers that streams need', async () => {
      world.text.onOpen = beginStream;
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      const pieces: string[] = [];
      response.on('data', (piece) => pieces.push(String(piece)));
      await waitFor(() => pieces.length === 1, 'the first event has come while the stream is open');
      expect(response.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
        connection: 'close',
      });
      world.text.relays[0]?.data('data: 2\n\n');
      await waitFor(() => pieces.length === 2, 'the second event has come on its own');
      world.text.relays[0]?.tail();
      await waitFor(() => response.complete, 'the stream has ended');
      expect(pieces).toEqual([event, 'data: 2\n\n']);
    });

    it('shows its head before any event', async () => {
      world.text.onOpen = (relay) => relay.head(streamHead);
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      expect(response.statusCode).toBe(200);
      response.destroy();
    });

    it('ends with the broken frame and without a clean end when the gateway dies', async () => {
      world.text.onOpen = beginStream;
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      const all = readAll(response);
      await world.text.kill();
      expect(await all).toEqual({ body: event + brokenFrame, isComplete: false });
      await world.text.start();
      await waitFor(() => lastLine()?.abort === 'answer broken', 'the log says so');
    });

    it('ends so too when the gateway ends it without a tail', async () => {
      world.text.onOpen = (relay) => {
        beginStream(relay);
        relay.end();
      };
      await waitFor(async () => {
        const response = await openRequest(chatUrl, { body: '{}' }).response;
        const { body, isComplete } = await readAll(response);
        return body === event + brokenFrame && !isComplete;
      }, 'a broken stream, once the gateway is back');
    });

    it('ends also behind another whose client asked for both at once', async () => {
      world.text.onOpen = beginStream;
      const socket = connect(world.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      let answers = '';
      let isOver = false;
      socket.on('data', (bytes) => (answers += bytes)).once('close', () => (isOver = true));
      const ask = (body: string): string =>
        `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer sk-good\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const relayOf = (body: string) => world.text.relays.find(({ open }) => open.body.toString() === body);
      socket.write(ask('{"n":1}') + ask('{"n":2}'));
      // Either may reach the gateway first.
      await waitFor(() => relayOf('{"n":1}') && relayOf('{"n":2}'), 'both are open');
      relayOf('{"n":2}')?.refuse(fault('upstream_cut'));
      relayOf('{"n":1}')?.tail();
      await waitFor(() => isOver, 'the connection has ended');
      expect(answers.match(/\r\n0\r\n\r\n/g)).toHaveLength(1);
    });

    it('is cancelled at the gateway at once when the client leaves', async () => {
      world.account.put('sk-single', { concurrency: 1 });
      world.text.onOpen = beginStream;
      const headers = { authorization: 'Bearer sk-single' };
      const open = openRequest(chatUrl, { body: '{}', headers });
      await open.response;
      expect((await post().set(headers)).status).toBe(429);
      open.request.destroy();
      await waitFor(() => world.text.relays[0]?.isCancelled, 'the gateway knows');
      world.text.onOpen = answerOk;
      expect((await post().set(headers)).status).toBe(200);
      const line = world.lines.findLast(({ abort }) => abort === 'client gone');
      expect(line).toMatchObject({
        route: 'POST /v1/chat/completions',
        status: 200,
        sentBytes: event.length,
      });
    });
  });

  describe('a whole answer', () => {
    const head = { headers: [{ name: 'content-type', value: 'application/json' }] };

    it('is 502 when the gateway dies before anything reached the client', async () => {
      world.text.onOpen = (relay) => {
        relay.head(head);
        relay.data('{"half":');
        setTimeout(() => relay.end(), 20);
      };
      expect((await post()).status).toBe(502);
    });

    it('is cut when it breaks in its middle', async () => {
      world.text.onOpen = (relay) => {
        relay.head(head);
        relay.data('{"half":');
        relay.data('"of it"');
        setTimeout(() => relay.end(), 20);
      };
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      expect(await readAll(response)).toEqual({ body: '{"half":"of it"', isComplete: false });
    });

    it.each([0, 1, 256, 16 * 1024, 16 * 1024 + 1, 48 * 1024])(
      'of %d bytes of any kind arrives as it is',
      async (length) => {
        const body = Buffer.from(Array.from({ length }, (_, at) => at % 256));
        world.text.onOpen = (relay) => {
          relay.head({ headers: [{ name: 'content-type', value: 'audio/mpeg' }] });
          if (length > 0) relay.data(body);
          relay.tail();
        };
        const headers = { authorization: 'Bearer sk-good' };
        const answer = await fetch(chatUrl, { method: 'POST', body: '{}', headers });
        expect(answer.headers.get('content-length')).toBe(String(length));
        expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
      },
    );

    it('of many frames arrives whole', async () => {
      const piece = Buffer.alloc(60_000, 'x');
      world.text.onOpen = (relay) => {
        relay.head(head);
        relay.pour(piece, piece.length * 100);
      };
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      const { body, isComplete } = await readAll(response);
      expect(body.length).toBe(piece.length * 100);
      expect(isComplete).toBe(true);
    });
  });

  describe('an answer in pieces', () => {
    /** Begins one, as sound is that is still being made. */
    function beginPieces(relay: ScriptedRelay): void {
      relay.head({ headers: [{ name: 'content-type', value: 'audio/mpeg' }], inPieces: true });
      relay.data('one,');
    }

    it('comes piece by piece, the first one too', async () => {
      world.text.onOpen = beginPieces;
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      const pieces: string[] = [];
      response.on('data', (piece) => pieces.push(String(piece)));
      await waitFor(() => pieces.length === 1, 'the first piece has come while the answer is open');
      world.text.relays[0]?.data('two');
      world.text.relays[0]?.tail();
      await waitFor(() => response.complete, 'the answer has ended');
      expect(pieces.join('')).toBe('one,two');
    });

    it('is cut behind the first one, which arrives, when it breaks at once', async () => {
      world.text.onOpen = (relay) => {
        beginPieces(relay);
        relay.refuse(fault('upstream_cut'));
      };
      const response = await openRequest(chatUrl, { body: '{}' }).response;
      expect(response.statusCode).toBe(200);
      expect(await readAll(response)).toEqual({ body: 'one,', isComplete: false });
    });
  });

  describe('a client that does not read', () => {
    const piece = Buffer.alloc(10_000, 'x');
    // Several times what the kernel's buffers of the two sockets hold, where most of what is sent waits.
    const totalBytes = 60_000_000;
    const boundBytes = 20_000_000;

    it('holds back its own stream only, in bounded memory, and gets it whole once it reads', async () => {
      world.text.onOpen = (relay) => {
        relay.head(streamHead);
        relay.pour(piece, totalBytes);
      };
      const stalled = await openRequest(chatUrl, { body: '{}' }).response;
      const relay = world.text.relays[0];
      if (!relay) throw new Error('the gateway was not asked');
      const stuckAt = await settle(() => relay.sentBytes);
      expect(stuckAt).toBeLessThan(boundBytes);

      const otherBytes = 5_000_000;
      world.text.onOpen = (other) => {
        other.head(streamHead);
        other.pour(piece, otherBytes);
      };
      const others = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const response = await openRequest(chatUrl, { body: '{}' }).response;
          let sizeBytes = 0;
          for await (const chunk of response) sizeBytes += chunk.length;
          return sizeBytes;
        }),
      );
      expect(others).toEqual(new Array(3).fill(otherBytes));
      expect(relay.sentBytes).toBe(stuckAt);

      let sizeBytes = 0;
      for await (const chunk of stalled) sizeBytes += chunk.length;
      expect(sizeBytes).toBe(totalBytes);
    }, 120_000);
  });
});

/** The value once it has stopped changing. */
async function settle(read: () => number): Promise<number> {
  let last = -1;
  await waitFor(
    () => {
      const now = read();
      const isSettled = now === last && now > 0;
      last = now;
      return isSettled;
    },
    'the value settles',
    { everyMs: 200 },
  );
  return last;
}
