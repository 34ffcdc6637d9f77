import { afterEach, expect, test } from 'vitest';
import { startTestNameServer } from '../testing/name-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Replica, watchReplicas } from './replicas.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function watch(target: string): { last: Replica[] | undefined } {
  const said: { last: Replica[] | undefined } = { last: undefined };
  const watching = watchReplicas(target, (replicas) => {
    said.last = replicas;
  });
  stops.push(watching.stop);
  return said;
}

test('a list of addresses is said at once', () => {
  expect(watch('ipv4:127.0.0.1:1,127.0.0.1:2').last).toEqual([
    { target: 'ipv4:127.0.0.1:1' },
    { target: 'ipv4:127.0.0.1:2' },
  ]);
});

test('a plain host and port is one replica', async () => {
  const said = watch('127.0.0.1:9');
  await waitFor(() => said.last !== undefined, 'it is known');
  expect(said.last).toEqual([{ target: 'ipv4:127.0.0.1:9', name: '127.0.0.1' }]);
});

test('a name is followed as its addresses change, and kept while it is not found', async () => {
  const names = await startTestNameServer();
  stops.push(names.stop);
  names.set('text', ['127.0.0.1']);
  const said = watch(`dns://${names.address}/text:7`);
  await waitFor(() => said.last?.length === 1, 'the first is known');
  names.set('text', []);
  names.set('text', ['127.0.0.1', '127.0.0.2']);
  await waitFor(() => said.last?.length === 2, 'both are known');
  expect(said.last).toEqual([
    { target: 'ipv4:127.0.0.1:7', name: 'text' },
    { target: 'ipv4:127.0.0.2:7', name: 'text' },
  ]);
});
