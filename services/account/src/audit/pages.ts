import type { Knex } from 'knex';

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

/** A page of the audit log, the newest first: behind `offset` lines, or behind the line `beforeId`; and how many fit. */
export async function listAuditPage(
  knex: Knex,
  filter: AuditFilter,
  { limit, offset, beforeId }: { limit: number; offset: number; beforeId: bigint | undefined },
): Promise<{ rows: AuditRow[]; total: number }> {
  const page = chosen(knex, filter).orderBy('id', 'desc').limit(limit);
  const rows = await (beforeId === undefined
    ? page.offset(offset)
    : page.whereRaw('id < ?', [String(beforeId)]));
  const [{ total } = { total: '0' }] = await chosen(knex, filter).count<{ total: string | bigint }[]>({
    total: '*',
  });
  return { rows, total: Number(total) };
}

function chosen(knex: Knex, filter: AuditFilter) {
  const members = {
    actor_id: filter.actorId,
    actor_name: filter.username,
    operation: filter.operation,
    target_kind: filter.kind,
    target_id: filter.targetId,
  };
  const wanted = Object.entries(members).filter(([, value]) => value !== undefined);
  return knex<AuditRow>('audit')
    .where(Object.fromEntries(wanted))
    .modify((query) => {
      if (filter.from) void query.where('at', '>=', filter.from);
      if (filter.until) void query.where('at', '<', filter.until);
    });
}
