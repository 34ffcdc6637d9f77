/** Which models are listed for a caller: those that it can use, whichever service serves them. */
import {
  Catalog as CatalogMessage,
  type Channel,
  type DeepPartial,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { type Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import { modelLists } from '../model-lists/model-list.ts';
import type { Answer } from './answers/answer.ts';
import { listModels } from './list-models.ts';

function channel(id: bigint, provider: string, groups: string[], ...names: string[]): DeepPartial<Channel> {
  const models = names.map((name) => ({ name, upstream: name, priceModel: name }));
  return { id, provider, groups, models };
}

const catalog = indexCatalog(
  1n,
  CatalogMessage.fromPartial({
    channels: [
      channel(1n, 'openai', ['cheap'], 'text', 'video', 'unpriced'),
      channel(2n, 'kling', ['dear'], 'film', 'picture'),
    ],
    models: [
      { name: 'video', media: { family: 'V1' } },
      { name: 'film', media: { family: 'kling' } },
      { name: 'picture', media: { imageTask: true } },
      { name: 'unserved', media: { family: 'V1' } },
      { name: 'unpriced' },
    ],
    autoGroups: ['cheap', 'dear'],
  }),
);
const bound = { model: 'text', group: 'cheap', input: 1n, output: 1n, call: 0n, metered: [] };
const bounds = indexBounds(1n, [bound]);

function listFor(caller: DeepPartial<Caller>): string[] {
  const pieces: Uint8Array[] = [];
  const context = {
    catalog: { current: () => catalog },
    heartbeat: { bounds: () => bounds },
  } as unknown as GatewayContext;
  const answer = {
    head: () => undefined,
    data: (piece: Uint8Array) => pieces.push(piece),
    end: () => undefined,
  } as unknown as Answer;
  listModels(context, modelLists['chat-completions'], Open.fromPartial({ caller }), answer);
  const { data } = JSON.parse(Buffer.concat(pieces).toString()) as {
    data: { id: string; owned_by: string }[];
  };
  return data.map(({ id, owned_by: owner }) => `${id} of ${owner}`);
}

test.each([
  ['its group', { group: 'cheap' }, ['text of openai', 'video of openai']],
  ['another group', { group: 'dear' }, ['film of kling', 'picture of kling']],
  ['auto', { group: 'auto' }, ['film of kling', 'picture of kling', 'text of openai', 'video of openai']],
  [
    'a limited key',
    { group: 'auto', modelsLimited: true, models: ['video', 'unserved'] },
    ['video of openai'],
  ],
  ['a pinned channel', { group: 'auto', channelId: 2n }, ['film of kling', 'picture of kling']],
])('models of text and of media are listed for %s', (_whose, caller, listed) => {
  expect(listFor(caller)).toEqual(listed);
});
