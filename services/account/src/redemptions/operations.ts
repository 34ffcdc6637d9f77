import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { longPageOf, longPageQuery, placeOf, toLongPage } from '../lists/words.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { changeId, id, idNumber, noInput, nothing } from '../operations/words.ts';
import { mostUnits } from '../usd.ts';
import { name } from '../words.ts';
import { changeRedemption } from './change-redemption.ts';
import { deleteInvalid, deleteRedemption } from './delete-redemptions.ts';
import { makeRedemptions } from './make-redemptions.ts';
import { findShownRedemption, listRedemptionPage } from './pages.ts';
import { redeem } from './redeem.ts';
import { statuses } from './store.ts';
import { redemptionView, toRedemptionView } from './view.ts';

const lastSecond = 253_402_300_799;
const mostAtOnce = 100;

const shortName = name.max(50, 'must have at most 50 characters');
/** Unix seconds; -1 or 0: never. */
const expiry = z
  .int()
  .min(-1)
  .max(lastSecond)
  .refine((second) => second <= 0 || second * 1_000 > Date.now(), 'has passed already; -1 is never')
  .transform((second) => (second <= 0 ? null : new Date(second * 1_000)));
const statusQuery = z.enum(['1', '2', '3', '4']).transform((number) => statuses[Number(number) - 1]);

export const redemptionOperations: Record<string, Operation> = {
  'redemptions.list': defineOperation({
    role: 'admin',
    summary: 'Redemption codes, the newest first',
    input: z.object({
      query: z.object({
        ...longPageQuery,
        keyword: z.string().max(200).default(''),
        status: statusQuery.optional(),
      }),
    }),
    data: longPageOf(redemptionView),
    async run({ knex }, _act, { query }) {
      const found = await listRedemptionPage(knex, query, placeOf(query));
      return toLongPage(query, found, found.rows.map(toRedemptionView));
    },
  }),

  'redemptions.get': defineOperation({
    role: 'admin',
    summary: 'One redemption code',
    input: z.object({ path: z.object({ id }) }),
    data: redemptionView,
    async run({ knex }, _act, { path }) {
      const row = await findShownRedemption(knex, path.id);
      return row ? toRedemptionView(row) : refuse('code_missing', 'id');
    },
  }),

  'redemptions.create': defineOperation({
    role: 'admin',
    summary:
      'Makes redemption codes; their texts are in the answer, and nowhere else. Sent again under its id, it is answered the same',
    isChange: true,
    input: z.object({
      body: z.strictObject({
        id: changeId.optional().describe('The same when the codes are asked for again: they are made once'),
        name: shortName,
        quota: z.int().min(1).max(mostUnits).describe('Quota units, of each'),
        count: z.int().min(1).max(mostAtOnce).default(1),
        expired_time: expiry.default(null),
      }),
    }),
    data: z.array(z.string()),
    run: (context, act, { body: { id = randomUUID(), name, quota, count, expired_time: expiresAt } }) =>
      makeRedemptions(context, act, { id, name, units: BigInt(quota), count, expiresAt }),
  }),

  'redemptions.update': defineOperation({
    role: 'admin',
    summary: 'Changes a redemption code that nobody has used; what is left out stays',
    isChange: true,
    input: z.object({
      body: z.strictObject({
        id: idNumber,
        name: shortName.optional(),
        status: z.literal([1, 2]).optional().describe('1: enabled, 2: disabled'),
        expired_time: expiry.optional(),
      }),
    }),
    data: nothing,
    async run(context, act, { body: { id, name, status, expired_time: expiresAt } }) {
      await changeRedemption(context, act, id, {
        ...(name !== undefined && { name }),
        ...(status !== undefined && { enabled: status === 1 }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
      });
    },
  }),

  'redemptions.delete': defineOperation({
    role: 'admin',
    summary: 'Deletes a redemption code',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    run: (context, act, { path }) => deleteRedemption(context, act, path.id),
  }),

  'redemptions.delete-invalid': defineOperation({
    role: 'admin',
    summary: 'Deletes the redemption codes that are used, disabled or expired, and answers how many',
    isChange: true,
    input: noInput,
    data: z.int(),
    run: deleteInvalid,
  }),

  'redemptions.redeem': defineOperation({
    role: 'user',
    summary: 'Credits the caller with what a redemption code stands for, and answers the quota units',
    isChange: true,
    input: z.object({ body: z.strictObject({ key: z.string().trim().length(32, 'has 32 characters') }) }),
    data: z.int(),
    run: (context, act, { body }) => redeem(context, act, body.key),
  }),
};
