import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { Caller, Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { createWindowNames } from '../budgets/window-names.ts';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import { hashCredential } from '../catalog/route.ts';
import { readRequest } from '../dialects/chat-completions/request.ts';
import { dialects } from '../dialects/index.ts';
import { findSurface } from '../surfaces/index.ts';
import type { Surface } from '../surfaces/surface.ts';
import { admit } from './admit.ts';

const catalog = indexCatalog(
  7n,
  CatalogMessage.fromPartial({
    channels: [
      {
        id: 1n,
        provider: 'openai',
        groups: ['default', 'vip'],
        models: [
          { name: 'm', upstream: 'm', priceModel: 'm' },
          { name: 'unpriced', upstream: 'unpriced', priceModel: 'unpriced' },
        ],
      },
      {
        id: 2n,
        provider: 'openai',
        groups: ['default'],
        models: [{ name: 'm', upstream: 'dear', priceModel: 'dear' }],
      },
      {
        id: 3n,
        provider: 'carrier-pigeon',
        groups: ['default'],
        models: [{ name: 'odd', upstream: 'm', priceModel: 'm' }],
      },
    ],
    models: [
      { name: 'm', maxOutput: 100n, maxImageTokens: 50n },
      { name: 'dear', maxOutput: 1_000n, maxImageTokens: 50n },
    ],
  }),
);
const bounds = indexBounds(
  3n,
  ['default', 'vip'].flatMap((group) => [
    { model: 'm', group, input: 1_000_000n, output: 2_000_000n, call: 0n, metered: [] },
    { model: 'dear', group, input: 1_000_000n, output: 4_000_000n, call: 9n, metered: [] },
  ]),
);

const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];

const windows = createWindowNames(() => Date.parse('2026-11-21T12:00:00Z'));
const limited = { id: 'key:1', limited: true };
const unlimited = { id: 'user:1', limited: false };

function callerOf(extra: Partial<Caller> = {}): Caller {
  return Caller.fromPartial({
    keyId: 1n,
    userId: 1n,
    group: 'default',
    purses: [unlimited, limited],
    ...extra,
  });
}

function ask(model: string, caller = callerOf(), surface: Surface = dialects['chat-completions']) {
  const request = readRequest(Buffer.from(JSON.stringify({ model, messages: [] })));
  return { request, admission: admit(request, { caller, catalog, bounds }, surface, windows) };
}

test('the reservation covers the service tier that is asked for, and the usual one', () => {
  const priority = { model: 'm@priority', input: 10_000_000n, output: 20_000_000n, call: 0n, metered: [] };
  const flex = { model: 'm@flex', input: 1n, output: 1n, call: 0n, metered: [] };
  const tiered = indexBounds(3n, [
    { model: 'm', group: 'vip', input: 1_000_000n, output: 2_000_000n, call: 0n, metered: [] },
    ...[priority, flex].map((row) => ({ ...row, group: 'vip' })),
  ]);
  const reservedFor = (members: object): bigint => {
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: [], ...members }).padEnd(100));
    const access = { caller: callerOf({ group: 'vip' }), catalog, bounds: tiered };
    return admit(readRequest(body), access, dialects['chat-completions'], windows).reserved;
  };
  expect(reservedFor({})).toBe(250n);
  expect(reservedFor({ service_tier: 'priority' })).toBe(2_500n);
  expect(reservedFor({ service_tier: 'flex' })).toBe(250n);
  expect(reservedFor({ service_tier: 'without a price' })).toBe(250n);
});

test('the reservation covers the dearest channel that may serve', () => {
  const { request, admission } = ask('m');
  const inputTokens = BigInt(Math.ceil(request.body.length / 2));
  expect(admission.reserved).toBe(inputTokens + 1_000n * 4n + 9n);
  expect(admission.candidates.map(({ channel }) => channel.id)).toEqual([1n, 2n]);
  expect(admission).toMatchObject({ path: ['key:1', 'user:1'], catalogVersion: 7n });
});

test('a group reaches its own channels alone', () => {
  expect(ask('m', callerOf({ group: 'vip' })).admission.candidates.map(({ channel }) => channel.id)).toEqual([
    1n,
  ]);
});

test('an administrator may name the one channel that serves', () => {
  const { admission } = ask('m', callerOf({ channelId: 2n }));
  expect(admission.candidates.map(({ channel }) => channel.id)).toEqual([2n]);
});

test('without a limited purse nothing is reserved, and all purses are on the path', () => {
  const { admission } = ask('m', callerOf({ purses: [unlimited, { ...limited, limited: false }] }));
  expect(admission).toMatchObject({ reserved: 0n, path: ['key:1', 'user:1'] });
});

test('a model with a limit under its key adds its own purse, and limits an unlimited key', () => {
  const { admission } = ask('m', callerOf({ purses: [unlimited], limitedModels: ['m'] }));
  expect(admission.path).toEqual(['key:1:model:m', 'user:1']);
  expect(admission.reserved).toBeGreaterThan(0n);
  expect(ask('m', callerOf({ limitedModels: ['other'] })).admission.path).toEqual(['key:1', 'user:1']);
});

test('budgets add the windows that are open now, and limit an unlimited key', () => {
  const budgets = [
    { owner: 'key:1', period: Period.DAY, timeZone: 'Pacific/Kiritimati' },
    { owner: 'user:1', period: Period.WEEK, timeZone: 'UTC' },
  ];
  const { admission } = ask('m', callerOf({ purses: [unlimited], budgets }));
  expect(admission.path).toEqual(['budget:key:1:2026-11-22', 'budget:user:1:2026-W47', 'user:1']);
  expect(admission.reserved).toBeGreaterThan(0n);
});

describe('503 model_not_found, not to be tried again', () => {
  test.each([
    ['an unknown model', 'nobody', callerOf()],
    ['a model without a bound', 'unpriced', callerOf()],
    ['a model whose only channel speaks another dialect', 'odd', callerOf()],
    ['a model that the key may not use', 'm', callerOf({ modelsLimited: true, models: ['other'] })],
    ['a group that nobody serves', 'm', callerOf({ group: 'nobody' })],
    ['a channel that does not serve the model', 'm', callerOf({ channelId: 3n })],
  ])('%s', (_what, model, caller) => {
    const refused = (() => {
      try {
        ask(model, caller);
      } catch (error) {
        return faultOf(error);
      }
    })();
    expect(refused).toMatchObject({ status: 503, code: 'model_not_found', param: 'model', permanent: true });
  });
});

describe('of a style beyond the dialects', () => {
  const speech = findSurface(Dialect.CHAT_COMPLETIONS, Operation.SPEAK);
  const rerank = findSurface(Dialect.CHAT_COMPLETIONS, Operation.RERANK);
  const compaction = findSurface(Dialect.CHAT_COMPLETIONS, Operation.COMPACT);
  const byMessages = indexCatalog(
    7n,
    CatalogMessage.fromPartial({
      channels: ['anthropic', 'gemini', 'openai-compatible'].map((provider, at) => ({
        ...{ id: BigInt(at + 1), provider, groups: ['default'] },
        models: [{ name: provider === 'anthropic' ? 'claude' : 'm', upstream: 'm', priceModel: 'm' }],
      })),
    }),
  );

  function admitTo(surface: Surface | undefined, model: string) {
    if (!surface) throw new Error('There is no such style');
    const request = readRequest(Buffer.from(JSON.stringify({ model, messages: [] })));
    return admit(request, { caller: callerOf(), catalog: byMessages, bounds }, surface, windows);
  }

  test('only channels that serve it are candidates', () => {
    expect(admitTo(rerank, 'm').candidates.map(({ channel }) => channel.provider)).toEqual([
      'openai-compatible',
    ]);
    expect(admitTo(dialects.messages, 'm').candidates).toHaveLength(2);
  });

  test('a model without such a channel is 503, and 400 where the route itself needs another', () => {
    const refusalOf = (surface: Surface | undefined, model = 'claude') => {
      try {
        return admitTo(surface, model);
      } catch (error) {
        return faultOf(error);
      }
    };
    expect(refusalOf(speech)).toMatchObject({ status: 503, code: 'model_not_found', permanent: true });
    expect(refusalOf(compaction)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(refusalOf(compaction, 'nobody')).toMatchObject({ status: 503, code: 'model_not_found' });
  });
});

test('what a request goes on from is held for: it shows a name alone, and the upstream reads all of it', () => {
  const surface = dialects.responses;
  const body = Buffer.from(JSON.stringify({ model: 'm', input: 'go on', previous_response_id: 'resp_1' }));
  const request = surface.passage.readRequest(body, { model: 'm', stream: false });
  const channels = [{ id: 1n, provider: 'openai', groups: ['default'], keys: ['a'], models }];
  const kept = indexCatalog(8n, CatalogMessage.fromPartial({ channels, models: [{ name: 'm' }] }));
  const credentialHash = hashCredential('a');
  const reserved = (contextTokens: bigint) => {
    const pin = { responseId: 'resp_1', keyId: 1n, channelId: 1n, credentialHash, contextTokens };
    return admit(request, { caller: callerOf(), catalog: kept, bounds }, surface, windows, pin).reserved;
  };
  expect(reserved(100_000n) - reserved(0n)).toBe(100_000n);
});
