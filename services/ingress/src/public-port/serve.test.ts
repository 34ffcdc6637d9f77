import { Agent } from 'node:http';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { openRequest, readAll } from '../testing/http-client.ts';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { answerOk, brokenFrame, streamHead } from '../testing/scripted-text-gateway.ts';
import { startWorld } from '../testing/world.ts';

const event = 'data: 1\n\n';

async function startStreaming(stopGraceMs: number, agent?: Agent) {
  const world = await startWorld({ stopGraceMs });
  world.account.put('sk-good');
  const relays: ScriptedRelay[] = [];
  world.text.onOpen = (relay) => {
    relays.push(relay);
    relay.head(streamHead);
    relay.data(event);
  };
  const response = await openRequest(`${world.url}/v1/chat/completions`, {
    body: '{}',
    agent: agent ?? false,
  }).response;
  await waitFor(() => relays[0], 'the stream runs');
  return { world, response, relay: relays[0] };
}

describe('a stop', () => {
  it('says so first, lets streams finish and refuses new connections', async () => {
    const { world, response, relay } = await startStreaming(10_000);
    const all = readAll(response);
    const stopped = world.service.stop(500);
    world.text.onOpen = answerOk;
    const during = await request(world.url).get('/readyz');
    expect(during.status).toBe(503);
    expect(during.headers.connection).toBe('close');
    await waitFor(
      () =>
        request(world.url)
          .get('/healthz')
          .then(() => false)
          .catch(() => true),
      'the door is closed',
    );
    relay?.data(event);
    relay?.tail();
    expect(await all).toEqual({ body: event + event, isComplete: true });
    await stopped;
    await world.stop();
  });

  it('cuts what does not finish within the grace, with the broken frame', async () => {
    const { world, response, relay } = await startStreaming(100);
    const all = readAll(response);
    await world.service.stop();
    expect(await all).toEqual({ body: event + brokenFrame, isComplete: false });
    expect(world.lines.findLast(({ msg }) => msg === 'request')).toMatchObject({ abort: 'shut down' });
    await waitFor(() => relay?.isCancelled, 'the gateway knows');
    await world.stop();
  });

  it('does not wait for a connection that was kept alive after its last answer', async () => {
    const { world, response, relay } = await startStreaming(20_000, new Agent({ keepAlive: true }));
    expect(response.headers.connection).toBe('keep-alive');
    const all = readAll(response);
    const begunAt = Date.now();
    const stopped = world.service.stop();
    await wait(300);
    relay?.tail();
    expect((await all).isComplete).toBe(true);
    await stopped;
    expect(Date.now() - begunAt).toBeLessThan(5_000);
    await world.stop();
  });

  it('does not wait for connections that are merely kept alive', async () => {
    const world = await startWorld({ stopGraceMs: 20_000 });
    world.account.put('sk-good');
    const response = await fetch(`${world.url}/v1/models`, { headers: { authorization: 'Bearer sk-good' } });
    await response.text();
    const begunAt = Date.now();
    await world.service.stop();
    expect(Date.now() - begunAt).toBeLessThan(5_000);
    await world.stop();
  });
});
