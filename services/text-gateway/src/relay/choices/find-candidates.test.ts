/** Which channels a request may go to, where fallbacks and the group `auto` come in. */
import {
  Catalog as CatalogMessage,
  type Channel,
  type DeepPartial,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { createWindowNames } from '../../budgets/window-names.ts';
import { indexBounds } from '../../catalog/bounds.ts';
import { indexCatalog } from '../../catalog/catalog.ts';
import { readRequest } from '../../dialects/chat-completions/request.ts';
import { dialects } from '../../dialects/index.ts';
import { admit } from '../admit.ts';
import { findCandidates } from './find-candidates.ts';

const windows = createWindowNames(() => 0);

function channel(id: bigint, groups: string[], ...names: string[]): DeepPartial<Channel> {
  const models = names.map((name) => ({ name, upstream: name, priceModel: name }));
  return { id, provider: 'openai', groups, models };
}

const catalog = indexCatalog(
  1n,
  CatalogMessage.fromPartial({
    channels: [
      channel(1n, ['cheap'], 'small', 'plain'),
      channel(2n, ['dear', 'cheap'], 'big', 'small', 'second'),
      channel(3n, ['cheap'], 'second'),
      channel(4n, ['dear'], 'alone'),
    ],
    models: [
      { name: 'big', fallbacks: ['small', 'second'] },
      { name: 'small', fallbacks: ['plain', 'big'] },
      { name: 'nowhere', fallbacks: ['small'] },
      { name: 'lost', fallbacks: ['unknown'] },
    ],
    autoGroups: ['cheap', 'dear'],
  }),
);
const models = ['small', 'plain', 'big', 'second', 'alone'];
const bounds = indexBounds(
  1n,
  [
    ['cheap', 1_000_000n],
    ['dear', 3_000_000n],
  ].flatMap(([group, input]) =>
    models.map((model) => ({
      model,
      group: String(group),
      input: BigInt(input ?? 0),
      output: 0n,
      call: 0n,
      metered: [],
    })),
  ),
);

const callerOf = (extra: Partial<Caller>): Caller =>
  Caller.fromPartial({ keyId: 1n, group: 'cheap', purses: [{ id: 'key:1', limited: true }], ...extra });

/** As `rung:channel:model`, and the group. */
function ways(model: string, extra: Partial<Caller> = {}) {
  try {
    const { group, candidates } = findCandidates(model, { caller: callerOf(extra), catalog, bounds });
    return {
      group,
      ways: candidates.map(({ rung, channel: { id }, upstreamModel }) => `${rung}:${id}:${upstreamModel}`),
    };
  } catch {
    return undefined;
  }
}

describe('fallbacks', () => {
  test('come after the model’s own channels, each with all of its channels, in their order', () => {
    expect(ways('big')?.ways).toEqual(['0:2:big', '1:1:small', '1:2:small', '2:2:second', '2:3:second']);
  });

  test('are not followed to the fallbacks that they have themselves', () => {
    expect(ways('small')?.ways).toEqual(['0:1:small', '0:2:small', '1:1:plain', '2:2:big']);
  });

  test('serve a model that has no channel at all', () => {
    expect(ways('nowhere')?.ways).toEqual(['1:1:small', '1:2:small']);
    expect(ways('lost')).toBeUndefined();
  });

  test('must be allowed for the key, and so must the model itself', () => {
    expect(ways('big', { modelsLimited: true, models: ['big', 'second'] })?.ways).toEqual([
      '0:2:big',
      '1:2:second',
      '1:3:second',
    ]);
    expect(ways('big', { modelsLimited: true, models: ['small'] })).toBeUndefined();
  });

  test('with a limit of their own under the key are left out', () => {
    expect(ways('big', { limitedModels: ['small', 'big'] })?.ways).toEqual([
      '0:2:big',
      '1:2:second',
      '1:3:second',
    ]);
  });

  test('are not for an administrator who named the channel', () => {
    expect(ways('big', { channelId: 2n })?.ways).toEqual(['0:2:big']);
    expect(ways('nowhere', { channelId: 1n })).toBeUndefined();
  });
});

describe('the group auto', () => {
  test('is the first group that serves the model', () => {
    expect(ways('plain', { group: 'auto' })).toEqual({ group: 'cheap', ways: ['0:1:plain'] });
    expect(ways('alone', { group: 'auto' })).toEqual({ group: 'dear', ways: ['0:4:alone'] });
    expect(ways('unknown', { group: 'auto' })).toBeUndefined();
  });

  test('is the first group with a channel of the model itself, before any with a fallback', () => {
    const message = CatalogMessage.fromPartial({
      channels: [channel(1n, ['one'], 'small'), channel(2n, ['two'], 'big', 'small')],
      models: [{ name: 'big', fallbacks: ['small'] }],
      autoGroups: ['one', 'two'],
    });
    const free = indexBounds(
      1n,
      ['one', 'two'].flatMap((group) => [
        { model: 'small', group, input: 0n, output: 0n, call: 0n, metered: [] },
        { model: 'big', group, input: 0n, output: 0n, call: 0n, metered: [] },
      ]),
    );
    const access = { caller: callerOf({ group: 'auto' }), catalog: indexCatalog(1n, message), bounds: free };
    const found = findCandidates('big', access);
    expect(found.group).toBe('two');
    expect(found.candidates.map(({ channel: { id } }) => id)).toEqual([2n, 2n]);
  });

  test('reserves by the bounds of the group that serves', () => {
    const chat = dialects['chat-completions'];
    const request = (model: string) =>
      readRequest(Buffer.from(JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] })));
    const reserve = (model: string) => {
      const asked = request(model);
      const { reserved } = admit(
        asked,
        { caller: callerOf({ group: 'auto' }), catalog, bounds },
        chat,
        windows,
      );
      return reserved / BigInt(Math.ceil(asked.size.textBytes / 2));
    };
    expect(reserve('plain')).toBe(1n);
    expect(reserve('alone')).toBe(3n);
  });
});

describe('model lists', () => {
  test('have what fallbacks serve', () => {
    expect(catalog.modelsOf('cheap')).toEqual(['big', 'nowhere', 'plain', 'second', 'small']);
    expect(catalog.modelsOf('dear')).toEqual(['alone', 'big', 'nowhere', 'second', 'small']);
    expect(catalog.modelsOf('nobody')).toEqual([]);
  });

  test('of the group auto are those of all its groups', () => {
    expect(catalog.modelsOf('auto')).toEqual(['alone', 'big', 'nowhere', 'plain', 'second', 'small']);
  });
});

test.each([
  ['that nobody has heard of', 'typo', {}, true],
  ['that the key may not use', 'small', { modelsLimited: true, models: ['big'] }, true],
  ['that has no channel', 'lost', {}, false],
  ['that has none in the group', 'alone', {}, false],
])('asking for a model %s is the client’s doing: %s %j is %s', (_what, model, extra, ofClient) => {
  let refusal: unknown;
  try {
    findCandidates(model, { caller: callerOf({ group: 'cheap', ...extra }), catalog, bounds });
  } catch (error) {
    refusal = faultOf(error);
  }
  expect(refusal).toMatchObject({ status: 503, code: 'model_not_found', ofClient });
});
