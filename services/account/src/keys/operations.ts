import { keyPurse } from '@headgate/proto/purses';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { longPageOf, longPageQuery, placeOf, toLongPage } from '../lists/words.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { id, idNumber, idOut, nothing } from '../operations/words.ts';
import { changeKey } from './change-key.ts';
import { deleteKeys } from './delete-keys.ts';
import { keyFields, shownFields } from './fields.ts';
import { makeKey } from './make-key.ts';
import { findShownKey, listKeyPage } from './pages.ts';
import { revealKeys } from './reveal-keys.ts';
import { keyView, type ShownKey, toKeyView } from './view.ts';

const mostAtOnce = 100;
const listed = { ...longPageQuery, keyword: z.string().max(200).default('') };
const ids = z.strictObject({ ids: z.array(idNumber).min(1).max(mostAtOnce) });
const { name, ...optional } = keyFields;
const optionalFields = z.strictObject(optional).partial();
const changedFields = z.strictObject({ ...optional, ...shownFields }).partial();

export const keyOperations: Record<string, Operation> = {
  'keys.list': defineOperation({
    role: 'user',
    summary: "The caller's keys, the newest first",
    input: z.object({ query: z.object(listed) }),
    data: longPageOf(keyView),
    run: (context, { actor }, { query }) => showPage(context, { ...query, userId: actor.id }),
  }),

  'keys.list-all': defineOperation({
    role: 'admin',
    summary: "Everybody's keys, or those of one user",
    input: z.object({ query: z.object({ ...listed, user_id: id.optional() }) }),
    data: longPageOf(keyView),
    run: (context, _act, { query }) => showPage(context, { ...query, userId: query.user_id }),
  }),

  'keys.get': defineOperation({
    role: 'user',
    summary: 'One key of the caller',
    input: z.object({ path: z.object({ id }) }),
    data: keyView,
    async run(context, { actor }, { path }) {
      const key = await findShownKey(context.knex, { id: path.id, userId: actor.id });
      if (!key) return refuse('key_missing', 'id');
      const [view] = await show(context, [key]);
      return view ?? refuse('key_missing', 'id');
    },
  }),

  'keys.create': defineOperation({
    role: 'user',
    summary: 'Makes a key; its whole text is in the answer',
    isChange: true,
    input: z.object({ body: optionalFields.extend({ name }) }),
    data: z.object({ id: idOut, key: z.string() }),
    async run(context, act, { body }) {
      const made = await makeKey(context, act, body);
      return { id: made.id, key: made.text };
    },
  }),

  'keys.update': defineOperation({
    role: 'user',
    summary: 'Changes a key; what is left out stays',
    isChange: true,
    input: z.object({ body: changedFields.extend({ id: idNumber, name: name.optional() }) }),
    data: nothing,
    async run(context, act, { body: { id, ...fields } }) {
      await changeKey(context, act, id, fields);
    },
  }),

  'keys.delete': defineOperation({
    role: 'user',
    summary: 'Takes a key out of use for good',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run(context, act, { path }) {
      if ((await deleteKeys(context, act, [path.id])) === 0) refuse('key_missing', 'id');
    },
  }),

  'keys.delete-many': defineOperation({
    role: 'user',
    summary: 'Takes keys out of use for good, and answers how many',
    isChange: true,
    input: z.object({ body: ids }),
    data: z.int(),
    run: (context, act, { body }) => deleteKeys(context, act, body.ids),
  }),

  'keys.reveal': defineOperation({
    role: 'user',
    summary: 'The whole text of a key, for who has just confirmed that it is they',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: z.object({ key: z.string() }),
    async run(context, act, { path }) {
      const [shown] = await revealKeys(context, act, [path.id]);
      if (shown) return { key: shown.text };
      return refuse('key_text_not_kept', 'id');
    },
  }),

  'keys.reveal-many': defineOperation({
    role: 'user',
    summary: 'The whole texts of keys',
    isChange: true,
    input: z.object({ body: ids }),
    data: z.object({ keys: z.record(z.string(), z.string()) }),
    async run(context, act, { body }) {
      const shown = await revealKeys(context, act, body.ids);
      return { keys: Object.fromEntries(shown.map(({ id, text }) => [String(id), text])) };
    },
  }),
};

async function showPage(
  context: Context,
  query: z.output<z.ZodObject<typeof listed>> & { userId: bigint | undefined },
) {
  const found = await listKeyPage(context.knex, query, placeOf(query));
  return toLongPage(query, found, await show(context, found.rows));
}

/** With what ledger knows of their quota. */
async function show({ ledger }: Context, keys: readonly ShownKey[]) {
  if (keys.length === 0) return [];
  const { purses } = await ledger.getPurses({ purses: keys.map(({ id }) => keyPurse(id)) });
  const byId = new Map(purses.map((purse) => [purse.id, purse]));
  return keys.map((key) => toKeyView(key, byId.get(keyPurse(key.id))));
}
