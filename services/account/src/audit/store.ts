import type { Knex } from 'knex';
import type { AuditedChange } from './audited-change.ts';

/** Who changed something, how and from where. */
export interface AuditLine extends AuditedChange {
  /** Undefined: nobody who had signed in, or a configuration file. */
  actorId: bigint | undefined;
  actorName: string;
  operation: string;
  ip: string;
  requestId: string;
}

export async function insertAuditLine(transaction: Knex.Transaction, line: AuditLine): Promise<void> {
  await transaction('audit').insert({
    actor_id: line.actorId ?? null,
    actor_name: line.actorName,
    operation: line.operation,
    target_kind: line.kind,
    target_id: line.id,
    target_name: line.name,
    changes: JSON.stringify(line.changes ?? {}),
    ip: line.ip,
    request_id: line.requestId,
  });
}
