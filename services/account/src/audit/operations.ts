import { z } from 'zod';
import type { Context } from '../context.ts';
import { longPageOf, longPageQuery, placeOf, toLongPage } from '../lists/words.ts';
import { defineOperation, type Operation } from '../operations/operation.ts';
import { id, idOut, secondOut } from '../operations/words.ts';
import { type AuditFilter, type AuditRow, listAuditPage } from './pages.ts';

const word = z.string().min(1).max(200).optional();
const second = z.string().regex(/^\d{1,11}$/, 'must be Unix seconds');

const ownQuery = {
  ...longPageQuery,
  /** The same as `cursor`. */
  before_id: id.optional(),
  operation: word,
  target_kind: word,
  target_id: word,
  start_timestamp: second.transform((text) => new Date(Number(text) * 1_000)).optional(),
  // The second that is named belongs to the time, as in the records.
  end_timestamp: second.transform((text) => new Date((Number(text) + 1) * 1_000)).optional(),
};

const auditView = z.object({
  id: idOut,
  created_at: secondOut,
  /** Null: nobody who had signed in, or a configuration file. */
  user_id: idOut.nullable(),
  username: z.string(),
  operation: z.string(),
  target_kind: z.string(),
  target_id: z.string(),
  target_name: z.string(),
  /** By member, what it was and what it is. */
  changes: z.record(z.string(), z.array(z.unknown())),
  ip: z.string(),
  request_id: z.string(),
});

export const auditOperations: Record<string, Operation> = {
  'audit.list': defineOperation({
    role: 'admin',
    summary: 'What people changed, the newest first',
    input: z.object({ query: z.object({ ...ownQuery, username: word }) }),
    data: longPageOf(auditView),
    run: (context, _act, { query }) => showPage(context, query, { username: query.username }),
  }),

  'audit.list-own': defineOperation({
    role: 'user',
    summary: 'What the caller changed, the newest first',
    input: z.object({ query: z.object(ownQuery) }),
    data: longPageOf(auditView),
    run: (context, { actor }, { query }) => showPage(context, query, { actorId: actor.id }),
  }),
};

type Query = z.output<z.ZodObject<typeof ownQuery>>;

async function showPage({ knex }: Context, query: Query, who: Pick<AuditFilter, 'actorId' | 'username'>) {
  const filter = {
    ...who,
    operation: query.operation,
    kind: query.target_kind,
    targetId: query.target_id,
    from: query.start_timestamp,
    until: query.end_timestamp,
  };
  const asked = { ...query, cursor: query.cursor ?? query.before_id };
  const found = await listAuditPage(knex, filter, placeOf(asked));
  return toLongPage(asked, found, found.rows.map(toView));
}

function toView({ at, actor_id, actor_name, ...row }: AuditRow): z.input<typeof auditView> {
  return { ...row, created_at: at, user_id: actor_id, username: actor_name };
}
