import {
  AccountClient,
  AccountService,
  Catalog,
  type GetCatalogRequest,
  GetCatalogResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import { connect } from 'nats';
import { expect, onTestFinished, test } from 'vitest';
import { followCatalog } from './follow-catalog.ts';
import { createHealth } from './health.ts';
import { createLog } from './log.ts';
import { connectRpc } from './rpc/client.ts';
import { unary } from './rpc/handler.ts';
import { startRpcServer } from './rpc/server.ts';
import { startTestNatsServer } from './testing/nats-server.ts';
import { waitFor } from './testing/wait-for.ts';

const log = createLog('catalog', 'silent');

type GetCatalog = (request: GetCatalogRequest) => Partial<GetCatalogResponse>;

/** Follows the catalog of an account that answers so; `announce` tells of a version. */
async function follow(answer: GetCatalog, make = (version: bigint, _catalog: Catalog) => ({ version })) {
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

  const service = { health: createHealth(), log, stopping: ended.signal };
  const catalogs = followCatalog(service, { client, nats }, make);
  const announce = (catalogVersion: bigint): void => {
    const announced = VersionsAnnounced.fromPartial({ catalogVersion });
    nats.publish(versionsSubject, VersionsAnnounced.encode(announced).finish());
  };
  return { catalogs, announce };
}

test('the catalog goes back with the database of account, and on from there', async () => {
  let version = 12n;
  const came: bigint[] = [];
  const { catalogs, announce } = await follow(
    ({ afterVersion }) =>
      afterVersion === version
        ? { version }
        : { version, catalog: Catalog.fromPartial({ channels: [{ id: version }] }) },
    (made, { channels }) => {
      came.push(...channels.map(({ id }) => id));
      return { version: made };
    },
  );
  for (const told of [12n, 10n, 11n]) {
    version = told;
    announce(told);
    await waitFor(() => catalogs.current()?.version === told, `the catalog of version ${told}`);
  }
  expect(catalogs.current()?.version).toBe(11n);
  expect(came).toEqual([12n, 10n, 11n]);
});

test('a catalog that lacked channels is taken again when they can be read, and only then', async () => {
  let unreadableChannels = 2;
  const asked: number[] = [];
  const { catalogs, announce } = await follow((known) => {
    asked.push(known.unreadableChannels);
    return { version: 12n, catalog: Catalog.fromPartial({}), unreadableChannels };
  });
  await waitFor(() => catalogs.current() !== undefined, 'a catalog');
  const lacking = catalogs.current();
  const announceUntil = (isSo: () => boolean, what: string): Promise<unknown> =>
    waitFor(() => {
      announce(13n);
      return isSo();
    }, what);
  await announceUntil(() => asked.length >= 3, 'it is asked twice more');
  expect(catalogs.current()).toBe(lacking);
  unreadableChannels = 0;
  await announceUntil(() => catalogs.current() !== lacking, 'the whole catalog');
  await announceUntil(() => asked.at(-1) === 0, 'nothing is lacking');
  expect(asked.slice(0, 3)).toEqual([0, 2, 2]);
});

test('a catalog of which nothing can be made is asked for again, as if it had not come', async () => {
  const asked: number[] = [];
  let tries = 0;
  const { catalogs } = await follow(
    ({ unreadableChannels }) => {
      asked.push(unreadableChannels);
      return { version: 12n, catalog: Catalog.fromPartial({}), unreadableChannels: 1 };
    },
    (version) => {
      tries += 1;
      if (tries === 1) throw new Error('it names what is not there');
      return { version };
    },
  );
  await waitFor(() => catalogs.current()?.version === 12n, 'the second try');
  expect(asked).toEqual([0, 0]);
});
