import { z } from 'zod';
import { tag } from '../apply/document/channels.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { idNumber } from '../operations/words.ts';
import { changeChannels, deleteChannelsWhere } from './change-channels.ts';

const ids = z.array(idNumber).min(1).max(1_000);

/** What is done to several channels at once. Ids that no channel has are passed over. */
export const channelBatchOperations: Record<string, Operation> = {
  'channels.enable-many': switchMany(true, 'Switches channels on, and answers how many there are'),
  'channels.disable-many': switchMany(false, 'Switches channels off, and answers how many there are'),

  'channels.delete-many': defineOperation({
    role: 'admin',
    summary: 'Deletes channels, and answers how many',
    isChange: true,
    input: z.object({ body: z.strictObject({ ids }) }),
    data: z.int(),
    run: (context, act, { body: { ids } }) =>
      deleteChannelsWhere(context, act, (channel) => ids.includes(channel.id)),
  }),

  'channels.set-tag': defineOperation({
    role: 'admin',
    summary: 'Gives channels a tag, or none, and answers how many there are',
    isChange: true,
    input: z.object({
      body: z.strictObject({
        ids,
        tag: tag.nullable().transform((text) => text ?? ''),
      }),
    }),
    data: z.int(),
    run: (context, act, { body: { ids, tag } }) =>
      changeChannels(context, act, ({ id }) => ids.includes(id), { tag }),
  }),
};

function switchMany(enabled: boolean, summary: string): Operation {
  return defineOperation({
    role: 'admin',
    summary,
    isChange: true,
    input: z.object({ body: z.strictObject({ ids }) }),
    data: z.int(),
    run: (context, act, { body: { ids } }) =>
      changeChannels(context, act, ({ id }) => ids.includes(id), { enabled }),
  });
}
