/** Requests that come on a connection before the one in front of them has been answered. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { fault } from '@headgate/proto/faults';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { brokenFrame, streamHead } from '../testing/scripted-text-gateway.ts';
import { startWorld, type World } from '../testing/world.ts';

const event = 'data: {"a":1}\n\n';
let world: World;

beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
beforeEach(() => {
  world.text.relays.length = 0;
});
afterAll(() => world.stop());

function ask(body: string): string {
  const head = 'POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer sk-good\r\n';
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}

/** Two requests at once, whose answers begin as `begin` says. Either may reach the gateway first. */
async function askTwo(begin: (relay: ScriptedRelay, body: string) => void) {
  world.text.onOpen = (relay) => begin(relay, relay.open.body.toString());
  const socket = connect(world.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = once(socket, 'close');
  const answers = { text: '' };
  socket.on('data', (bytes) => {
    answers.text += bytes.toString();
  });
  socket.write(ask('front') + ask('behind'));
  const relayOf = (body: string) => world.text.relays.find(({ open }) => open.body.toString() === body);
  await waitFor(() => relayOf('front') && relayOf('behind'), 'both are open');
  return { answers, closed, front: relayOf('front'), behind: relayOf('behind') };
}

function beginStream(relay: ScriptedRelay): void {
  relay.head(streamHead);
  relay.data(event);
}

describe('an answer that breaks off before its turn', () => {
  it('is shown as far as it came when it is a stream, and the connection ends', async () => {
    const { answers, closed, front, behind } = await askTwo(beginStream);
    behind?.refuse(fault('upstream_cut'));
    front?.data(event);
    await waitFor(() => answers.text.split(event).length === 3, 'the front one goes on');
    front?.tail();
    await closed;
    expect(answers.text.match(/^0\r$/gm)).toHaveLength(1);
    expect(answers.text.split(event)).toHaveLength(4);
    expect(answers.text.endsWith(`${brokenFrame}\r\n`)).toBe(true);
  });

  it('ends the connection when it is whole', async () => {
    const { answers, closed, front, behind } = await askTwo((relay, body) => {
      if (body === 'front') return beginStream(relay);
      relay.head({ status: 200, headers: [{ name: 'content-type', value: 'application/json' }] });
      for (const piece of ['{"a":', '1']) relay.data(piece);
    });
    behind?.refuse(fault('upstream_cut'));
    front?.data(event);
    await waitFor(() => answers.text.split(event).length === 3, 'the front one goes on');
    front?.tail();
    await closed;
    expect(answers.text.match(/^0\r$/gm)).toHaveLength(1);
  });
});

it('what comes behind a refusal that ends the connection keeps nothing once its client has left', async () => {
  world.text.onOpen = () => undefined;
  const socket = connect(world.port, '127.0.0.1');
  const refused = once(socket, 'data');
  const beginning = 'POST /nothing HTTP/1.1\r\nhost: a\r\n';
  // Nobody asks for its body, so that no other request is promised an answer.
  const first = `${beginning}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`;
  // A body that is not read before its turn holds up the connection.
  const unread = `${beginning}content-length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`;
  socket.write(first + ask('behind') + unread);
  await refused;
  await waitFor(() => world.text.relays.length === 1, 'the one behind is open');
  socket.destroy();
  await waitFor(() => world.context.open.size === 0, 'all is over');
  await waitFor(() => world.text.relays[0]?.isCancelled, 'the gateway knows that the client has gone');
});
