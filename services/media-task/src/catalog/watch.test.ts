import { AccountClient, AccountService, Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import { createHealth } from '@headgate/runtime/health';
import type { Service } from '@headgate/runtime/lifecycle';
import { createLog } from '@headgate/runtime/log';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { unary } from '@headgate/runtime/rpc/handler';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { startTestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { connect } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { watchCatalog } from './watch.ts';

const log = createLog('catalog', 'silent');

test('the catalog goes back with the database of account, and on from there', async () => {
  let version = 12n;
  const getCatalog = unary(log, async ({ afterVersion }: { afterVersion: bigint }) =>
    afterVersion === version
      ? { version }
      : { version, catalog: Catalog.fromPartial({ channels: [{ id: version }] }) },
  );
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { getCatalog: AccountService.getCatalog }, implementation: { getCatalog } },
  ]);
  onTestFinished(() => server.stop(0));
  const client = connectRpc(AccountClient, `127.0.0.1:${server.port}`);
  onTestFinished(() => client.close());
  const natsServer = await startTestNatsServer();
  onTestFinished(() => natsServer.stop());
  const nats = await connect({ servers: natsServer.url });
  onTestFinished(() => nats.close());
  const ended = new AbortController();
  onTestFinished(() => ended.abort());

  const service: Partial<Service> = { health: createHealth(), log, stopping: ended.signal };
  const came: bigint[] = [];
  const watch = watchCatalog(service as Service, client, nats, (channels) =>
    came.push(...channels.map(({ id }) => id)),
  );
  for (const told of [12n, 10n, 11n]) {
    version = told;
    const announced = VersionsAnnounced.fromPartial({ catalogVersion: told });
    nats.publish(versionsSubject, VersionsAnnounced.encode(announced).finish());
    await waitFor(() => watch.current()?.version === told, `the catalog of version ${told}`);
  }
  expect(watch.current()?.version).toBe(11n);
  expect(came).toEqual([12n, 10n, 11n]);
});
