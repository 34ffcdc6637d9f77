import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { id, idNumber, idOut, nothing, pageOf, pageQuery, rowsOf } from '../operations/words.ts';
import { changeChannel, deleteChannelsWhere } from './change-channels.ts';
import { channelChanges, newChannel } from './fields.ts';
import { filterChannels, findChannel } from './find.ts';
import { copyChannel, makeChannels } from './make-channels.ts';
import { channelView, viewChannel, viewChannels } from './view.ts';

const filter = {
  keyword: z.string().max(200).optional(),
  provider: z.string().optional(),
  group: z.string().optional(),
  model: z.string().optional(),
  tag: z.string().optional(),
  enabled: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
};

export const channelOperations: Record<string, Operation> = {
  'channels.list': defineOperation({
    role: 'admin',
    summary: 'Channels, those that go first at the top; without their credentials',
    input: z.object({ query: z.object({ ...pageQuery, ...filter }) }),
    data: pageOf(channelView),
    async run({ knex, catalog }, _act, { query }) {
      const { channels } = await catalog.rows();
      const found = filterChannels(channels, query);
      found.sort((one, other) => other.priority - one.priority || Number(other.id - one.id));
      const { limit, offset } = rowsOf(query);
      const items = await viewChannels(knex, found.slice(offset, offset + limit));
      return { items, total: found.length, page: query.p, page_size: query.page_size };
    },
  }),

  'channels.get': defineOperation({
    role: 'admin',
    summary: 'One channel, without its credentials',
    input: z.object({ path: z.object({ id }) }),
    data: channelView,
    async run({ knex, catalog }, _act, { path }) {
      const { channels } = await catalog.rows();
      return viewChannel(knex, findChannel(channels, path.id));
    },
  }),

  'channels.create': defineOperation({
    role: 'admin',
    summary: 'Makes a channel, or one for each key',
    isChange: true,
    input: z.object({
      body: z.object({
        mode: z.enum(['single', 'batch', 'multi_to_single']).default('single'),
        channel: newChannel,
      }),
    }),
    data: z.object({ ids: z.array(idOut) }),
    async run(context, act, { body: { mode, channel } }) {
      return { ids: await makeChannels(context, act, mode, channel) };
    },
  }),

  'channels.update': defineOperation({
    role: 'admin',
    summary: 'Changes a channel; what is left out stays, null has its default again',
    isChange: true,
    input: z.object({ body: channelChanges.extend({ id: idNumber }) }),
    data: channelView,
    async run(context, act, { body: { id, ...changes } }) {
      return viewChannel(context.knex, await changeChannel(context, act, id, changes));
    },
  }),

  'channels.delete': defineOperation({
    role: 'admin',
    summary: 'Deletes a channel',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run(context, act, { path }) {
      const count = await deleteChannelsWhere(context, act, (channel) => channel.id === path.id);
      if (count === 0) refuse('channel_missing', 'id');
    },
  }),

  'channels.delete-disabled': defineOperation({
    role: 'admin',
    summary: 'Deletes all channels that are off, and answers how many',
    isChange: true,
    input: z.object({}),
    data: z.int(),
    run: (context, act) => deleteChannelsWhere(context, act, (channel) => !channel.enabled),
  }),

  'channels.copy': defineOperation({
    role: 'admin',
    summary: 'Makes a channel like another, credentials included, that is off',
    isChange: true,
    input: z.object({
      path: z.object({ id }),
      query: z.object({ suffix: z.string().max(50).default(' copy') }),
    }),
    data: z.object({ id: idOut }),
    async run(context, act, { path, query }) {
      return { id: await copyChannel(context, act, path.id, query.suffix) };
    },
  }),
};
