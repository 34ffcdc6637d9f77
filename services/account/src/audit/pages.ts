import type { Knex } from 'knex';
import { type Found, type Place, readList } from '../lists/read-list.ts';
import { type Condition, condition } from '../lists/word.ts';

export interface AuditFilter {
  actorId?: bigint | undefined;
  username?: string | undefined;
  operation?: string | undefined;
  kind?: string | undefined;
  targetId?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface AuditRow {
  id: bigint;
  at: Date;
  actor_id: bigint | null;
  actor_name: string;
  operation: string;
  target_kind: string;
  target_id: string;
  target_name: string;
  changes: Record<string, unknown[]>;
  ip: string;
  request_id: string;
}

/** A page of the audit log, the newest first. */
export async function listAuditPage(knex: Knex, filter: AuditFilter, place: Place): Promise<Found<AuditRow>> {
  const { rows: ids, ...found } = await readList(
    knex,
    { table: 'audit', among: conditionsOf(filter) },
    place,
  );
  const rows = await knex<AuditRow>('audit')
    .whereIn(
      'id',
      ids.map(({ id }) => id),
    )
    .orderBy('id', 'desc');
  return { ...found, rows };
}

function conditionsOf({ from, until, ...filter }: AuditFilter): Condition[] {
  const members = {
    actor_id: filter.actorId === undefined ? undefined : String(filter.actorId),
    actor_name: filter.username,
    operation: filter.operation,
    target_kind: filter.kind,
    target_id: filter.targetId,
  };
  const wanted = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [condition(`${name} = ?`, value)],
  );
  return [...wanted, ...(from ? since(from) : []), ...(until ? before(until) : [])];
}

/**
 * Lines are numbered as they are written, at most the time of a transaction after the time that they have, and clocks are set
 * by less than an hour: so the index of times leads to numbers between which they lie.
 */
function since(from: Date): Condition[] {
  return [
    condition('at >= ?', from),
    condition(
      `id > coalesce((select id from audit where at < ?::timestamptz - interval '1 hour' order by at desc limit 1), 0)`,
      from,
    ),
  ];
}

function before(until: Date): Condition[] {
  return [
    condition('at < ?', until),
    condition(
      `id < coalesce((select id from audit where at >= ?::timestamptz + interval '1 hour' order by at limit 1), ${afterAll})`,
      until,
    ),
  ];
}

/** Of bigint. */
const afterAll = '9223372036854775807';
