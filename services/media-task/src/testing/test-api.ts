import { randomUUID } from 'node:crypto';
import { Catalog, type Channel, type Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { createRegistry } from '@headgate/runtime/metrics';
import { filmOf } from '@headgate/runtime/testing/film-of';
import { indexCatalog } from '../catalog/catalog.ts';
import { readApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';
import { createApiMetrics } from '../metrics.ts';
import type { RequestFiles } from '../references/reference-files.ts';
import { createPendingNotes } from '../step/sends/pending-notes.ts';
import { type TestMedia, testMasterKey, testUser } from './test-media.ts';

export const baseUrl = 'https://gateway.test';

type Part<Of> = { [Name in keyof Of]?: Of[Name] extends (infer One)[] ? Part<One>[] : Of[Name] };

/** The insides of media-api on the same database and vendor: a ledger with units for everybody, each second for ten. */
export function createTestApi(
  media: TestMedia,
  channels: Part<Channel>[] = [],
  traits: Partial<Media> = { family: 'V1' },
): ApiContext {
  const context: ApiContext = {
    config: readApiConfig({
      DATABASE_URL: 'postgres://nowhere',
      NATS_URL: 'nats://nowhere',
      HEADGATE_LEDGER_ADDRESS: 'nowhere',
      HEADGATE_ACCOUNT_ADDRESS: 'nowhere',
      HEADGATE_RPC_PORT: '1',
      HEADGATE_HTTP_PORT: '1',
      HEADGATE_MASTER_KEY: testMasterKey.current.toString('base64'),
      HEADGATE_CALLBACK_SECRET: `whsec_${testMasterKey.current.toString('base64')}`,
      HEADGATE_CALLER_SECRET: testMasterKey.current.toString('base64'),
    }),
    log: media.context.log,
    metrics: createApiMetrics(createRegistry('media-api'), media.context.knex),
    knex: media.context.knex,
    owner: randomUUID(),
    catalog: { current: () => catalog },
    ledger: {
      async quote(_model, _group, { metered }) {
        const amount = metered.reduce((sum, { quantity }) => sum + quantity / 100n, 0n);
        return { amount, priceVersion: 1n, nowMs: BigInt(Date.now()), metered: metered.length > 0 };
      },
      async hold() {},
    },
    send: media.context.send,
    store: media.context.store,
    references: { open: () => noFiles },
    notes: createPendingNotes(),
    reach: media.context.reach,
    wake() {},
  };
  const names = [...new Set(channels.flatMap(({ models = [] }) => models.map(({ name }) => name)))];
  const models = names.map((name) => ({ name, media: traits }));
  const groups = ['default'];
  const catalog = indexCatalog(
    1n,
    Catalog.fromPartial({ models, channels: channels.map((channel) => ({ groups, ...channel })) }),
  );
  return context;
}

/** References are sent as they came; every film is one of three seconds. */
const noFiles: RequestFiles = {
  bring: ({ kind }) =>
    kind === 'video'
      ? Promise.resolve({ bytes: filmOf(3_000), type: 'video/mp4' })
      : Promise.reject(new Error('a reference was to be fetched')),
  publish: () => Promise.reject(new Error('a reference was to be published')),
  release() {},
};

/** A channel of OpenAI's videos that has `sora-2`. */
export function testChannel(of: Part<Channel> = {}): Part<Channel> {
  return {
    id: 3n,
    name: 'videos',
    provider: 'openai',
    baseUrl: 'http://vendor.test/v1',
    keys: ['the-key'],
    models: [{ name: 'sora-2', upstream: 'sora-2', priceModel: 'sora-2' }],
    weight: 1,
    sendRequestId: true,
    ...of,
  };
}

/** A client's request, of the test user unless said otherwise. */
export function requestOf({
  body,
  userId = testUser,
  keyId = 1n,
  ...of
}: Part<Omit<HandleRequest, 'body' | 'caller'>> & {
  body?: object;
  userId?: bigint;
  keyId?: bigint;
}): HandleRequest {
  return HandleRequest.fromPartial({
    requestId: randomUUID(),
    caller: Caller.fromPartial({ userId, keyId, group: 'default' }),
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    baseUrl,
    ...of,
  });
}
