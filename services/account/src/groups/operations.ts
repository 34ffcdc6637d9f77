import { z } from 'zod';
import { groupSchema } from '../apply/document/groups.ts';
import { ratioView, showRatios } from '../models/pricing.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { noInput, nothing } from '../operations/words.ts';
import { name } from '../words.ts';
import { deleteGroup, putGroup } from './change-group.ts';
import { countUses } from './count-uses.ts';
import { listGroups } from './store.ts';
import { listUsableGroups, readAutoGroups } from './usable.ts';

const ratioMembers = { ratio: z.string(), models: z.record(z.string(), z.string()) };
const noRatio = { ratio: '1', models: {} };

export const groupOperations: Record<string, Operation> = {
  'groups.list': defineOperation({
    role: 'admin',
    summary: 'The names of all groups',
    input: noInput,
    data: z.array(z.string()),
    run: async ({ knex }) => (await listGroups(knex)).map(({ name }) => name),
  }),

  'groups.details': defineOperation({
    role: 'admin',
    summary: 'All groups, with what they multiply prices by and how many use them',
    input: noInput,
    data: z.array(
      z.object({
        name: z.string(),
        ...ratioMembers,
        users: z.int(),
        keys: z.int(),
        channels: z.int(),
        from_config: z.boolean(),
      }),
    ),
    async run({ knex, ledger }) {
      const { groups: ratios } = await ledger.listPrices();
      const uses = await countUses(knex);
      return (await listGroups(knex)).map(({ name, fromConfig }) => {
        const { ratio, models } = ratios.find(({ group }) => group === name) ?? noRatio;
        const { users = 0, keys = 0, channels = 0 } = uses.get(name) ?? {};
        return { name, ratio, models, users, keys, channels, from_config: fromConfig };
      });
    },
  }),

  'groups.auto': defineOperation({
    role: 'admin',
    summary:
      'The groups that `auto` stands for, the first that serves first; where there are none, nobody may have it',
    input: noInput,
    data: z.array(z.string()),
    run: async ({ knex }) => readAutoGroups(knex),
  }),

  'groups.put': defineOperation({
    role: 'admin',
    summary:
      'Makes a group, whose ratio is 1 where it is left out, or changes it; members that are left out stay',
    isChange: true,
    input: z.object({ body: groupSchema.extend({ name }) }),
    data: nothing,
    run: (context, act, { body }) => putGroup(context, act, body),
  }),

  'groups.delete': defineOperation({
    role: 'admin',
    summary: 'Deletes a group that nobody uses',
    isChange: true,
    input: z.object({ path: z.object({ name }) }),
    data: nothing,
    run: (context, act, { path }) => deleteGroup(context, act, path.name),
  }),

  'groups.own': defineOperation({
    role: 'user',
    summary: 'The groups that the caller may use, and what they multiply prices by',
    input: noInput,
    data: z.record(z.string(), ratioView),
    run: async (context, { actor }) => showRatios(context, await listUsableGroups(context.knex, actor)),
  }),
};
