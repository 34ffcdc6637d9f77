import { AccountClient, AccountService } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestNameServer, type TestNameServer } from '../testing/name-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { call, connectRpc } from './client.ts';
import { unary } from './handler.ts';
import { startRpcServer } from './server.ts';

const log = createLog('test', 'silent');
const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A pod that answers with its own number, when `open` resolves; gives how many calls it has had. */
async function startPod(
  host: string,
  port: number,
  number: bigint,
  open: Promise<void> = Promise.resolve(),
): Promise<() => number> {
  let calls = 0;
  const verifyKey = unary(log, async () => {
    calls += 1;
    await open;
    return { keysVersion: number };
  });
  const server = await startRpcServer({ host, port }, [
    { definition: { verifyKey: AccountService.verifyKey }, implementation: { verifyKey } },
  ]);
  stops.push(() => server.stop(100));
  return () => calls;
}

async function startNames(): Promise<TestNameServer> {
  const names = await startTestNameServer();
  stops.push(names.stop);
  return names;
}

function connect(names: TestNameServer, port: number): AccountClient {
  const client = connectRpc(AccountClient, `dns://${names.address}/account.headgate:${port}`);
  stops.push(() => client.close());
  return client;
}

async function ask(client: AccountClient): Promise<bigint> {
  const answer = await call(client, client.verifyKey, { hash: Buffer.from('h') }, { deadlineMs: 10_000 });
  return answer.keysVersion;
}

test('a pod that is added gets calls, without a connection that breaks before', async () => {
  const [names, port] = [await startNames(), await freePort()];
  await startPod('127.0.0.1', port, 1n);
  await startPod('127.0.0.2', port, 2n);
  names.set('account.headgate', ['127.0.0.1']);
  const client = connect(names, port);
  expect(await ask(client)).toBe(1n);
  names.set('account.headgate', ['127.0.0.1', '127.0.0.2']);
  await waitFor(async () => (await ask(client)) === 2n, 'the second pod is asked');
});

test('a pod that has left its name gets no more calls, and finishes what it has', async () => {
  const [names, port] = [await startNames(), await freePort()];
  const open = Promise.withResolvers<void>();
  const callsOfFirst = await startPod('127.0.0.1', port, 1n, open.promise);
  await startPod('127.0.0.2', port, 2n);
  names.set('account.headgate', ['127.0.0.1']);
  const client = connect(names, port);
  const running = call(client, client.verifyKey, { hash: Buffer.from('h') }, { deadlineMs: 60_000 });
  await waitFor(() => callsOfFirst() === 1, 'the first pod is asked');
  names.set('account.headgate', ['127.0.0.2']);
  const askQuickly = () => call(client, client.verifyKey, { hash: Buffer.from('h') }, { deadlineMs: 500 });
  const isMoved = () =>
    askQuickly().then(
      ({ keysVersion }) => keysVersion === 2n,
      () => false,
    );
  await waitFor(isMoved, 'the second pod is asked');
  for (let count = 0; count < 20; count += 1) expect(await ask(client)).toBe(2n);
  open.resolve();
  expect((await running).keysVersion).toBe(1n);
});

test('a name that is not found any more keeps its addresses', async () => {
  const [names, port] = [await startNames(), await freePort()];
  await startPod('127.0.0.1', port, 1n);
  names.set('account.headgate', ['127.0.0.1']);
  const client = connect(names, port);
  expect(await ask(client)).toBe(1n);
  names.set('account.headgate', []);
  const asked = names.asked();
  await waitFor(() => names.asked() >= asked + 2, 'the name was looked up');
  expect(await ask(client)).toBe(1n);
});

test('a name that comes into being is found', async () => {
  const [names, port] = [await startNames(), await freePort()];
  await startPod('127.0.0.1', port, 1n);
  const client = connect(names, port);
  await expect(ask(client)).rejects.toThrow(/account\.headgate:\d+ was not found/);
  names.set('account.headgate', ['127.0.0.1']);
  await waitFor(
    () =>
      ask(client).then(
        () => true,
        () => false,
      ),
    'the pod is asked',
  );
});
