import { userPurse } from '@headgate/proto/purses';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { longPageOf, longPageQuery, placeOf, toLongPage } from '../../lists/words.ts';
import { defineOperation, type Operation } from '../../operations/operation.ts';
import { refuse } from '../../operations/refuse.ts';
import { id, idNumber, idOut, nothing } from '../../operations/words.ts';
import { remainAsShown } from '../../spenders/remain.ts';
import { toUserView, userView } from '../view.ts';
import { changeUser } from './change-user.ts';
import { userFields } from './fields.ts';
import { makeUser } from './make-user.ts';
import { actions, manageUser } from './manage-user.ts';
import { findShownUser, listUserPage } from './pages.ts';
import { roleOfNumber } from './role-numbers.ts';
import { managedUserView, type ShownUser, toManagedUserView } from './view.ts';

const fields = z.strictObject(userFields).partial();
const { username, password } = userFields;
const state = userView.pick({ role: true, status: true });

const roleQuery = z.enum(['1', '10', '100']).transform((text) => {
  const numbers = { '1': 1, '10': 10, '100': 100 } as const;
  return roleOfNumber[numbers[text]];
});

export const administrationOperations: Record<string, Operation> = {
  'users.list': defineOperation({
    role: 'admin',
    summary: 'Users, the newest first, with their quota',
    input: z.object({
      query: z.object({
        ...longPageQuery,
        keyword: z.string().max(200).default(''),
        group: z.string().min(1).optional(),
        role: roleQuery.optional(),
        status: z.enum(['1', '2']).optional(),
      }),
    }),
    data: longPageOf(managedUserView),
    async run(context, _act, { query: { status, ...query } }) {
      const isEnabled = status === undefined ? undefined : status === '1';
      const found = await listUserPage(context.knex, { ...query, isEnabled }, placeOf(query));
      return toLongPage(query, found, await show(context, found.rows));
    },
  }),

  'users.get': defineOperation({
    role: 'admin',
    summary: 'One user, with their quota',
    input: z.object({ path: z.object({ id }) }),
    data: managedUserView,
    async run(context, _act, { path }) {
      const user = await findShownUser(context.knex, path.id);
      const [view] = await show(context, user ? [user] : []);
      return view ?? refuse('user_missing', 'id');
    },
  }),

  'users.create': defineOperation({
    role: 'admin',
    summary: "Makes a user below the caller's role, without quota but what is said",
    isChange: true,
    input: z.object({
      body: fields.extend({ username, password, role: z.literal([1, 10, 100]).default(1) }),
    }),
    data: z.object({ id: idOut }),
    async run(context, act, { body }) {
      return { id: await makeUser(context, act, { ...body, role: roleOfNumber[body.role] }) };
    },
  }),

  'users.update': defineOperation({
    role: 'admin',
    summary: "Changes a user below the caller's role; what is left out stays",
    isChange: true,
    input: z.object({ body: fields.extend({ id: idNumber, remain_quota: remainAsShown.optional() }) }),
    data: nothing,
    async run(context, act, { body: { id, ...changed } }) {
      await changeUser(context, act, id, changed);
    },
  }),

  'users.delete': defineOperation({
    role: 'admin',
    summary: 'Takes a user and their keys out of use for good',
    isChange: true,
    input: z.object({ path: z.object({ id }) }),
    data: nothing,
    async run(context, act, { path }) {
      await manageUser(context, act, path.id, 'delete');
    },
  }),

  'users.manage': defineOperation({
    role: 'admin',
    summary: 'Enables, disables, deletes, promotes or demotes a user',
    isChange: true,
    input: z.object({ body: z.strictObject({ id: idNumber, action: z.enum(actions) }) }),
    data: state,
    async run(context, act, { body: { id, action } }) {
      return toUserView(await manageUser(context, act, id, action));
    },
  }),
};

/** With what ledger knows of their quota. */
async function show({ ledger }: Context, users: readonly ShownUser[]) {
  if (users.length === 0) return [];
  const { purses } = await ledger.getPurses({ purses: users.map(({ id }) => userPurse(id)) });
  const byId = new Map(purses.map((purse) => [purse.id, purse]));
  return users.map((user) => toManagedUserView(user, byId.get(userPurse(user.id))));
}
