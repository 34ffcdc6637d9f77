import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
afterAll(() => world.stop());

/** All that comes back for a request with a body that is sent along. */
function ask(version: string, expectation: string): Promise<string> {
  const socket = connect({ port: world.port, host: '127.0.0.1' });
  const head = `host: a\r\nauthorization: Bearer sk-good\r\nconnection: close\r\nexpect: ${expectation}\r\n`;
  const body = '{"model":"m"}';
  socket.write(
    `POST /v1/chat/completions HTTP/${version}\r\n${head}content-length: ${body.length}\r\n\r\n${body}`,
  );
  return text(socket);
}

it.each([
  ['1.1', '100-continue', [100, 200]],
  // RFC 9110, 10.1.1: whoever speaks HTTP/1.0 takes the first answer for the only one.
  ['1.0', '100-continue', [200]],
  ['1.1', 'something', [200]],
])('in HTTP/%s the expectation "%s" is answered by %j', async (version, expectation, statuses) => {
  const answer = await ask(version, expectation);
  expect([...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))).toEqual(statuses);
});
