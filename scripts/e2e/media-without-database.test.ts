/** While their database is away, media-api and media-worker say that they are not ready: nothing else shows that no task is looked after. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTcpForwarder, type TcpForwarder } from './testing/forward-tcp.ts';
import { startWorld, type World } from './testing/world.ts';

let postgres: TcpForwarder;
let world: World;
beforeAll(async () => {
  const { hostname, port } = new URL(process.env.HEADGATE_TEST_DATABASE_URL ?? '');
  postgres = await createTcpForwarder({ host: hostname, port: Number(port || 5432) });
  await postgres.open();
  world = await startWorld('models: {}', { databasePort: postgres.port, mediaWorkers: 1 });
}, 120_000);
afterAll(async () => {
  await world.stop();
  await postgres.close();
});

async function report(name: string): Promise<unknown> {
  return (await fetch(`${world.service(name).operationsUrl}/readyz`)).json();
}

test.each(['media-api', 'media-worker'])('%s is not ready until the database is back', async (name) => {
  expect(await report(name)).toMatchObject({ ready: true });
  await postgres.close();
  await waitFor(async () => !(await world.service(name).isReady()), 'not ready');
  expect(await report(name)).toEqual({
    ready: false,
    waitingFor: ['database: the database does not answer'],
  });
  await postgres.open();
  await waitFor(() => world.service(name).isReady(), 'ready again');
});
