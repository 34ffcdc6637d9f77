import { Events } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { startConfiguredNatsServer } from '../testing/configured-nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';

const log = createLog('test', 'silent');

/** That a broker takes one user. */
function guardedBy(password: string): string {
  return `authorization { user: me, password: ${password} }`;
}

test('a connection outlives a broker that refuses it for a while, and tells that it is away and back once', async () => {
  const server = await startConfiguredNatsServer(guardedBy('right'));
  const seen: string[] = [];
  const connection = await connectNats({
    url: `nats://me:right@${server.address}`,
    name: 'test',
    log,
    onConnect: () => seen.push('there'),
    onDisconnect: () => seen.push('away'),
  });
  onTestFinished(() => connection.close());
  let refusals = 0;
  void (async () => {
    for await (const { type } of connection.status()) if (type === Events.Error) refusals += 1;
  })();
  server.configure(guardedBy('other'));
  await waitFor(() => refusals > 2 || connection.isClosed(), 'it is refused again and again');
  server.configure(guardedBy('right'));
  await waitFor(() => seen.length > 2 || connection.isClosed(), 'it is taken again');
  await connection.flush();
  expect(seen).toEqual(['there', 'away', 'there']);
});
