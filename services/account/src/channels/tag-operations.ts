import { z } from 'zod';
import { tag } from '../apply/document/channels.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { noInput } from '../operations/words.ts';
import { name } from '../words.ts';
import { changeChannels } from './change-channels.ts';
import { isServing } from './credentials.ts';
import { channelChanges } from './fields.ts';

const ofTag = z.object({ body: z.object({ tag: name }) });
const { models, groups, priority, weight } = channelChanges.shape;
const modelNames = z.array(z.string());

export const channelTagOperations: Record<string, Operation> = {
  'channels.enable-tag': switchTag(true, 'Switches all channels of a tag on, and answers how many there are'),
  'channels.disable-tag': switchTag(
    false,
    'Switches all channels of a tag off, and answers how many there are',
  ),

  'channels.change-tag': defineOperation({
    role: 'admin',
    summary: 'Changes all channels of a tag alike, and answers how many there are',
    isChange: true,
    input: z.object({
      body: z.strictObject({ tag: name, new_tag: tag.optional(), models, groups, priority, weight }),
    }),
    data: z.int(),
    async run(context, act, { body: { tag, new_tag, ...changes } }) {
      const renamed = new_tag === undefined ? {} : { tag: new_tag };
      const count = await changeChannels(context, act, (channel) => channel.tag === tag, {
        ...changes,
        ...renamed,
      });
      return count > 0 ? count : refuse('channel_tag_missing', 'tag', { tag });
    },
  }),

  'channels.tag-models': defineOperation({
    role: 'admin',
    summary: 'The models of the channels of a tag',
    input: z.object({ query: z.object({ tag: name }) }),
    data: modelNames,
    async run({ catalog }, _act, { query }) {
      const { channels } = await catalog.rows();
      return namesOf(channels.filter((channel) => channel.tag === query.tag));
    },
  }),

  'channels.models': defineOperation({
    role: 'admin',
    summary: 'The models of all channels',
    input: noInput,
    data: modelNames,
    run: async ({ catalog }) => namesOf((await catalog.rows()).channels),
  }),

  'channels.enabled-models': defineOperation({
    role: 'admin',
    summary: 'The models that some channel serves now',
    input: noInput,
    data: modelNames,
    run: async ({ catalog }) => namesOf((await catalog.rows()).channels.filter(isServing)),
  }),
};

function switchTag(enabled: boolean, summary: string): Operation {
  return defineOperation({
    role: 'admin',
    summary,
    isChange: true,
    input: ofTag,
    data: z.int(),
    async run(context, act, { body: { tag } }) {
      const count = await changeChannels(context, act, (channel) => channel.tag === tag, { enabled });
      return count > 0 ? count : refuse('channel_tag_missing', 'tag', { tag });
    },
  });
}

function namesOf(channels: readonly { models: readonly { name: string }[] }[]): string[] {
  return [...new Set(channels.flatMap(({ models }) => models.map(({ name }) => name)))].sort();
}
