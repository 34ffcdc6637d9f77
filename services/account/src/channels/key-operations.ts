import { z } from 'zod';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { id, idNumber } from '../operations/words.ts';
import { keyActions, manageKeys } from './manage-keys.ts';
import { revealChannelKeys } from './reveal-keys.ts';
import { credentialView, toCredentialViews } from './view.ts';

/** What is done about single credentials of a channel. */
export const channelKeyOperations: Record<string, Operation> = {
  'channels.manage-keys': defineOperation({
    role: 'admin',
    summary: 'Switches or deletes single credentials of a channel, and answers how they are',
    isChange: true,
    input: z.object({
      body: z.object({
        channel_id: idNumber,
        action: z.enum(keyActions),
        key_index: z.int().min(0).optional(),
        key_last: z
          .string()
          .max(20)
          .optional()
          .describe('How that key ends, as it was shown: another key may have its place by now'),
      }),
    }),
    data: z.object({ keys: z.array(credentialView) }),
    async run(context, act, { body }) {
      const { channel_id: id, action, key_index: index, key_last: last } = body;
      return { keys: toCredentialViews(await manageKeys(context, act, { id, action, index, last })) };
    },
  }),

  'channels.reveal-keys': defineOperation({
    role: 'root',
    summary: 'The credentials of a channel, for root who has just confirmed that it is them',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: z.object({ key: z.string(), keys: z.array(z.string()) }),
    async run(context, act, { path }) {
      const keys = await revealChannelKeys(context, act, path.id);
      return { key: keys.join('\n'), keys };
    },
  }),
};
