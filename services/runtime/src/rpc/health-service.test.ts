import { status as grpcStatus } from '@grpc/grpc-js';
import {
  HealthClient,
  HealthCheckResponse_ServingStatus as Serving,
} from '@headgate/proto/gen/grpc/health/v1/health';
import { afterEach, expect, test } from 'vitest';
import { createHealth } from '../health.ts';
import { createLog } from '../log.ts';
import { waitFor } from '../testing/wait-for.ts';
import { call, callStream, connectRpc } from './client.ts';
import { healthService } from './health-service.ts';
import { startRpcServer } from './server.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start() {
  const health = createHealth();
  const stopping = new AbortController();
  const log = createLog('test', 'silent');
  const service = healthService({ health, log, stopping: stopping.signal });
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [service]);
  const client = connectRpc(HealthClient, `127.0.0.1:${server.port}`);
  stops.push(
    () => server.stop(100),
    () => client.close(),
  );
  return { health, stopping, server, client };
}

test('a check says what is ready, and no more once the process drains', async () => {
  const { health, client } = await start();
  const check = async () => (await call(client, client.check, { service: '' })).status;
  expect(await check()).toBe(Serving.NOT_SERVING);
  health.started();
  expect(await check()).toBe(Serving.SERVING);
  const condition = health.condition('database');
  expect(await check()).toBe(Serving.NOT_SERVING);
  condition.set(true);
  expect(await check()).toBe(Serving.SERVING);
  health.drain();
  expect(await check()).toBe(Serving.NOT_SERVING);
});

test('a service that is not known is not found', async () => {
  const { client } = await start();
  await expect(call(client, client.check, { service: 'bakery.v1.Oven' })).rejects.toMatchObject({
    code: grpcStatus.NOT_FOUND,
  });
});

test('whoever watches is told of each change once', async () => {
  const { health, client } = await start();
  const seen: number[] = [];
  const watching = (async () => {
    for await (const { status } of callStream(
      client,
      client.watch,
      { service: '' },
      { deadlineMs: 60_000 },
    )) {
      seen.push(status);
      if (seen.length === 3) return;
    }
  })();
  await waitFor(() => seen.length === 1, 'the first status');
  health.started();
  await waitFor(() => seen.length === 2, 'the second status');
  health.drain();
  await watching;
  expect(seen).toEqual([Serving.NOT_SERVING, Serving.SERVING, Serving.NOT_SERVING]);
});

test('what breaks a watch off names what was watched', async () => {
  const { client } = await start();
  const gone = new AbortController();
  const options = { deadlineMs: 60_000, signal: gone.signal };
  const statuses = callStream(client, client.watch, { service: '' }, options);
  await statuses.next();
  gone.abort();
  await expect(statuses.next()).rejects.toThrow('grpc.health.v1.Health/Watch: 1 CANCELLED');
});

test('who watches is told of the end, and does not hold the stop up', async () => {
  const { health, stopping, server, client } = await start();
  health.started();
  const seen: number[] = [];
  const watching = (async () => {
    const statuses = callStream(client, client.watch, { service: '' }, { deadlineMs: 60_000 });
    for await (const { status } of statuses) seen.push(status);
  })();
  await waitFor(() => seen.length === 1, 'the first status');
  health.drain();
  stopping.abort();
  // Far beyond what this test may take.
  await server.stop(600_000);
  await watching;
  expect(seen).toEqual([Serving.SERVING, Serving.NOT_SERVING]);
});
