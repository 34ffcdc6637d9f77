import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse, type PurseOwner, userPurse } from '@headgate/proto/purses';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { deny, refuse } from '../operations/refuse.ts';
import { toUsd } from '../usd.ts';
import type { User } from '../users/store.ts';
import { findOwner, type QuotaOwner } from './owner.ts';
import type { quotaChange } from './quota-change.ts';
import { type ChangeOutcome, noteOutcome, recordChange } from './store.ts';

const outcomes: Partial<Record<Outcome, ChangeOutcome>> = {
  [Outcome.CHANGED]: 'changed',
  [Outcome.UNLIMITED]: 'unlimited',
  [Outcome.EXCEEDS]: 'exceeds',
  [Outcome.OTHER_CONTENT]: 'other_content',
};

/** Changes the quota of a user or key, for an administrator who may; writes down who, what and why. */
export async function changeQuota(
  { knex, log, ledger }: Pick<Context, 'knex' | 'log' | 'ledger'>,
  act: Act<User>,
  { id, units, reason }: z.output<typeof quotaChange>,
  whose: PurseOwner,
): Promise<{ granted: bigint; used: bigint }> {
  const { actor } = act;
  const owner = await findOwner(knex, whose);
  if (!owner) return refuse(whose.kind === 'user' ? 'user_missing' : 'key_missing', 'id');
  refuseEquals(actor, owner);
  const purse = whose.kind === 'user' ? userPurse(whose.id) : keyPurse(whose.id);
  const asked = { id, actorId: actor.id, purse, units, reason };
  const entryId = await recordChange(knex, asked);
  if (!entryId) return refuse('change_id_used', 'id');
  const change = { id: entryId, purse, source: `admin:${actor.id}`, units };
  const { outcome, purse: after } = await ledger.changeGrant(change);
  const word = outcomes[outcome] ?? 'other_content';
  await knex.transaction(async (transaction) => {
    const isNews = await noteOutcome(transaction, id, word);
    if (!isNews || word !== 'changed') return act.changedNothing();
    const changes: Record<string, [unknown, unknown]> = {
      quota: [null, String(units)],
      reason: [null, reason],
    };
    await act.audit(transaction, { kind: whose.kind, id: String(whose.id), name: owner.name, changes });
  });
  log.info(
    { id, actor: actor.username, purse, units: String(units), outcome: word },
    'a change of quota was asked for',
  );
  if (outcome === Outcome.UNLIMITED) return refuse('quota_unlimited', 'id');
  if (outcome === Outcome.EXCEEDS) {
    const most = after?.granted ?? 0n;
    return refuse('quota_below_granted', 'units', { units: String(most), dollars: toUsd(most) });
  }
  if (outcome !== Outcome.CHANGED || !after) throw new Error('ledger did not change a grant, nor said why');
  return { granted: after.granted, used: after.used };
}

/** Nobody changes what belongs to their equals or to those above them, themselves included; root may. */
function refuseEquals(actor: User, { role }: QuotaOwner): void {
  if (actor.role === 'root' || role === 'user') return;
  deny('Only root may change the quota of administrators.');
}
