import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Caller, Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { createWindowNames } from '../budgets/window-names.ts';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import { findSurface } from '../surfaces/index.ts';
import { admit } from './admit.ts';

const caller = Caller.fromPartial({ group: 'default', purses: [{ id: 'key:1', limited: true }] });
const windows = createWindowNames(() => 0);

/** The first channel's model has a tier, that of the second is free; both are paid for by the image. */
const catalog = indexCatalog(
  1n,
  CatalogMessage.fromPartial({
    channels: [
      ['m', 'tiered', 'openai'] as const,
      ['m', 'free', 'openai'] as const,
      ['painter', 'painter', 'openai'] as const,
      ['writer', 'writer', 'gemini'] as const,
      ['drawer', 'drawer', 'gemini'] as const,
      ['chooser', 'shaper', 'openai'] as const,
      ['told', 'shaper', 'gemini'] as const,
    ].map(([name, priceModel, provider], at) => ({
      ...{ id: BigInt(at + 1), provider, groups: ['default'] },
      models: [{ name, upstream: name, priceModel }],
    })),
    models: ['tiered', 'free', 'painter', 'writer', 'drawer', 'shaper'].map((name) => ({
      ...{ name, maxOutput: 9_000n, maxImageTokens: 50n },
      media: name === 'tiered' ? { imageTier: 'standard' } : undefined,
    })),
  }),
);

function priced(model: string, prices: Record<string, bigint>) {
  const metered = Object.entries(prices).map(([variant, units]) => ({
    unit: MeteredUnit.IMAGE,
    variant,
    units,
  }));
  return { model, group: 'default', input: 0n, output: 0n, call: 0n, metered };
}

const bounds = indexBounds(1n, [
  priced('tiered', { '1024x1024': 10n, '1536x1024': 15n }),
  priced('free', { '1024x1024': 11n, '': 30n }),
  { ...priced('painter', {}), output: 1_000_000n },
  { ...priced('writer', {}), output: 1_000_000n },
  priced('drawer', { '1K': 12n }),
  priced('shaper', { '1K': 12n, '2K': 20n }),
]);

interface Options {
  dialect?: Dialect;
  operation?: Operation;
  channelId?: bigint;
}

function ask(
  members: object,
  { dialect = Dialect.CHAT_COMPLETIONS, operation = Operation.GENERATE_IMAGES, channelId = 0n }: Options = {},
) {
  const surface = findSurface(dialect, operation);
  if (!surface) throw new Error('There is no such style');
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt: 'a', ...members }));
  try {
    const request = surface.passage.readRequest(body, { model: '', stream: false });
    const { candidates, reserved } = admit(
      request,
      { caller: { ...caller, channelId }, catalog, bounds },
      surface,
      windows,
    );
    return { channels: candidates.map(({ channel }) => channel.id), reserved };
  } catch (error) {
    return faultOf(error);
  }
}

test('what is reserved is the price of the images that are asked for', () => {
  expect(ask({ n: 3, size: '1024x1024' })).toEqual({ channels: [1n, 2n], reserved: 33n });
});

test.each([
  ['chooser', 20n],
  ['told', 12n],
])('of an edit that keeps its shape the dearest is reserved that %s may make', (model, reserved) => {
  const asked = { model, image: 'iVBORw0KGgo=' };
  expect(ask(asked, { operation: Operation.EDIT_IMAGES })).toMatchObject({ reserved });
});

test('who has not what is asked for is no candidate', () => {
  expect(ask({ size: '512x512' })).toEqual({ channels: [2n], reserved: 30n });
});

test('where nobody has it the refusal names the member', () => {
  const refusal = ask({ size: '512x512' }, { channelId: 1n });
  expect(refusal).toMatchObject({ status: 400, param: 'size' });
  expect(refusal).toHaveProperty('message', expect.stringContaining('1536x1024'));
});

test.each([
  ['low', 272n],
  ['high', 4_160n],
  [undefined, 4_160n],
])('an image of quality %s that costs tokens reserves the %s that it can count', (quality, tokens) => {
  const asked = { model: 'painter', size: '1024x1024', n: 2, quality, partial_images: 1 };
  expect(ask(asked)).toMatchObject({ reserved: 2n * (tokens + 100n) });
});

test('a large image of the best quality reserves more tokens than the model may write', () => {
  // 16,640 tokens for a square of 1,024 pixels.
  const tokens = BigInt(Math.ceil((16_640 * 3_840 * 2_160) / 1_024 ** 2));
  const asked = { model: 'painter', size: '3840x2160', quality: 'max' };
  expect(ask(asked)).toMatchObject({ reserved: tokens });
});

test('a model that writes, too, reserves all that it can say', () => {
  expect(ask({ model: 'writer', size: '1024x1024' })).toMatchObject({ reserved: 9_000n });
});

test('models that are paid for by the image answer nothing in which images are not counted', () => {
  const response = { input: 'a' };
  const asked = { operation: Operation.GENERATE, dialect: Dialect.RESPONSES };
  expect(ask(response, asked)).toMatchObject({
    status: 400,
    message: expect.stringContaining("The model 'm' makes pictures"),
  });
  const chat = { messages: [{ role: 'user', content: 'a' }] };
  const writer = { ...chat, model: 'writer' };
  expect(ask(writer, { operation: Operation.GENERATE })).toMatchObject({ channels: [4n] });
});

test('in chat completions they are counted where the upstream speaks it, too', () => {
  const chat = { messages: [{ role: 'user', content: 'a' }] };
  expect(ask(chat, { operation: Operation.GENERATE })).toMatchObject({ channels: [2n], reserved: 30n });
});

test.each([
  { dialect: Dialect.CHAT_COMPLETIONS, members: { messages: [{ role: 'user', content: 'a' }] } },
  { dialect: Dialect.RESPONSES, members: { input: 'a' } },
])('but $dialect has the pictures of an upstream of another style, and reserves one', (asked) => {
  const { dialect, members } = asked;
  const drawn = ask({ model: 'drawer', ...members }, { operation: Operation.GENERATE, dialect });
  expect(drawn).toEqual({ channels: [5n], reserved: 12n });
});

test('messages have no place for them', () => {
  const members = { model: 'drawer', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] };
  const refused = ask(members, { operation: Operation.GENERATE, dialect: Dialect.MESSAGES });
  expect(refused).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: expect.stringContaining("The model 'drawer' makes pictures"),
  });
});

test('a model that is not there is not one that makes pictures', () => {
  const members = { model: 'nobody', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] };
  const refused = ask(members, { operation: Operation.GENERATE, dialect: Dialect.MESSAGES });
  expect(refused).toMatchObject({ status: 503, code: 'model_not_found' });
});
