import type { Knex } from 'knex';
import { insertAuditLine } from '../audit/store.ts';

const mostLines = 200;

/** Leaves in the audit log what a configuration file changed, in the words in which who applied it is told. */
export async function auditApply(transaction: Knex.Transaction, lines: readonly string[]): Promise<void> {
  await insertAuditLine(transaction, {
    actorId: undefined,
    actorName: 'configuration',
    operation: 'configuration.apply',
    kind: 'configuration',
    id: '',
    name: '',
    changes: {
      lines: [undefined, lines.slice(0, mostLines)],
      ...(lines.length > mostLines && { lines_in_all: [undefined, lines.length] }),
    },
    ip: '',
    requestId: '',
  });
}
