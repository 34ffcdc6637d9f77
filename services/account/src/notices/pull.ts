import { type Notice, NoticeKind } from '@headgate/proto/gen/headgate/events/v1/events';
import { ownerOfPurse, type PurseOwner } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import type { Ledger } from '../ledger.ts';
import { insertWarning } from '../warnings/store.ts';
import { findOwnerNames } from '../webhooks/owners.ts';
import { toPayload } from '../webhooks/payload.ts';

const mostAtOnce = 500;

/**
 * Reads on in ledger's notices, and makes deliveries of each: to every webhook that wants it, or to its user. The cursor moves in the same
 * transaction, by one replica: the others find it moved. Returns whether there may be more.
 */
export async function pullNotices({
  knex,
  ledger,
}: {
  knex: Knex;
  ledger: Pick<Ledger, 'listNotices'>;
}): Promise<boolean> {
  const afterSeq = await readCursor(knex);
  const { notices, lastSeq } = await ledger.listNotices({ afterSeq, limit: mostAtOnce });
  // A ledger that went back in time gives numbers anew. What was sent before is known by its id.
  if (lastSeq < afterSeq) return moveCursor(knex, afterSeq, 0n);
  const last = notices.at(-1);
  if (!last) return false;
  await knex.transaction(async (transaction) => {
    if (!(await moveCursor(transaction, afterSeq, last.seq))) return;
    for (const notice of notices) await sendOn(transaction, notice);
  });
  return notices.length === mostAtOnce;
}

async function readCursor(knex: Knex): Promise<bigint> {
  const row = await knex<{ last_seq: bigint }>('notice_cursor').first('last_seq');
  return row?.last_seq ?? 0n;
}

/** False when it is not where it was any more. */
async function moveCursor(knex: Knex, from: bigint, to: bigint): Promise<boolean> {
  const moved = await knex('notice_cursor').where({ last_seq: from }).update({ last_seq: to });
  return moved > 0;
}

async function sendOn(transaction: Knex.Transaction, notice: Notice): Promise<void> {
  const owner = ownerOfPurse(notice.purse);
  if (!owner) return;
  if (notice.kind === NoticeKind.SOFT_LIMIT) await insertDeliveries(transaction, notice, owner);
  if (notice.kind === NoticeKind.LOW_BALANCE && owner.kind === 'user')
    await insertWarning(transaction, {
      noticeId: notice.id,
      userId: owner.id,
      leftUnits: notice.granted - notice.used,
      belowUnits: notice.below,
    });
}

async function insertDeliveries(
  transaction: Knex.Transaction,
  notice: Notice,
  owner: PurseOwner,
): Promise<void> {
  const body = toPayload(notice, owner, await findOwnerNames(transaction, owner));
  await transaction.raw(
    `insert into webhook_deliveries (webhook_id, notice_id, body)
     select id, ?, ? from webhooks where 'soft_limit' = any (events) on conflict do nothing`,
    [notice.id, body],
  );
}
