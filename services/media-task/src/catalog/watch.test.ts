import {
  AccountClient,
  AccountService,
  Catalog,
  type Channel,
  type GetCatalogRequest,
  GetCatalogResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
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

type GetCatalog = (request: GetCatalogRequest) => Partial<GetCatalogResponse>;

/** Follows the catalog of an account that answers so; `announce` tells of a version. */
async function follow(answer: GetCatalog, came?: (channels: readonly Channel[]) => void) {
  const getCatalog = unary(log, async (request: GetCatalogRequest) =>
    GetCatalogResponse.fromPartial(answer(request)),
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
  const watch = watchCatalog(service as Service, client, nats, came);
  const announce = (catalogVersion: bigint): void => {
    const announced = VersionsAnnounced.fromPartial({ catalogVersion });
    nats.publish(versionsSubject, VersionsAnnounced.encode(announced).finish());
  };
  return { watch, announce };
}

test('the catalog goes back with the database of account, and on from there', async () => {
  let version = 12n;
  const came: bigint[] = [];
  const { watch, announce } = await follow(
    ({ afterVersion }) =>
      afterVersion === version
        ? { version }
        : { version, catalog: Catalog.fromPartial({ channels: [{ id: version }] }) },
    (channels) => came.push(...channels.map(({ id }) => id)),
  );
  for (const told of [12n, 10n, 11n]) {
    version = told;
    announce(told);
    await waitFor(() => watch.current()?.version === told, `the catalog of version ${told}`);
  }
  expect(watch.current()?.version).toBe(11n);
  expect(came).toEqual([12n, 10n, 11n]);
});

test('a catalog that lacked channels is taken again when they can be read, and only then', async () => {
  let unreadableChannels = 2;
  const asked: number[] = [];
  const { watch, announce } = await follow((known) => {
    asked.push(known.unreadableChannels);
    return { version: 12n, catalog: Catalog.fromPartial({}), unreadableChannels };
  });
  await waitFor(() => watch.current() !== undefined, 'a catalog');
  const lacking = watch.current();
  const announceUntil = (isSo: () => boolean, what: string): Promise<unknown> =>
    waitFor(() => {
      announce(13n);
      return isSo();
    }, what);
  await announceUntil(() => asked.length >= 3, 'it is asked twice more');
  expect(watch.current()).toBe(lacking);
  unreadableChannels = 0;
  await announceUntil(() => watch.current() !== lacking, 'the whole catalog');
  await announceUntil(() => asked.at(-1) === 0, 'nothing is lacking');
  expect(asked.slice(0, 3)).toEqual([0, 2, 2]);
});
