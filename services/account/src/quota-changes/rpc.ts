import { fault } from '@headgate/proto/faults';
import type {
  ChangeQuotaRequest,
  ChangeQuotaResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { ChangeGrantResponse_Outcome as Outcome } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse, userPurse } from '@headgate/proto/purses';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { findSessionUser } from '../sessions/store.ts';
import { hashToken } from '../sessions/token.ts';
import type { User } from '../users/store.ts';
import { findOwner, type QuotaOwner } from './owner.ts';
import { type ChangeOutcome, noteOutcome, recordChange } from './store.ts';

const mostUnits = 500_000_000_000_000n;
const longestReason = 500;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const outcomes: Partial<Record<Outcome, ChangeOutcome>> = {
  [Outcome.CHANGED]: 'changed',
  [Outcome.UNLIMITED]: 'unlimited',
  [Outcome.EXCEEDS]: 'exceeds',
  [Outcome.OTHER_CONTENT]: 'other_content',
};

/** Changes the quota of a user or key, for an administrator who may; writes down who, what and why. */
export async function changeQuota(
  { knex, log, ledger }: Pick<Context, 'knex' | 'log' | 'ledger'>,
  request: ChangeQuotaRequest,
): Promise<ChangeQuotaResponse> {
  const { units, reason, userId, keyId } = check(request);
  const actor = await findActor(knex, request.sessionToken);
  const owner = await findOwner(knex, { userId, keyId });
  if (!owner) return refuse('id', userId > 0n ? 'There is no such user.' : 'There is no such key.');
  refuseEquals(actor, owner);
  const id = request.id.toLowerCase();
  const purse = userId > 0n ? userPurse(userId) : keyPurse(keyId);
  const asked = { id, actorId: actor.id, purse, units, reason };
  const entryId = await recordChange(knex, asked);
  if (!entryId) return refuse('id', 'This id was used for another change.');
  const change = { id: entryId, purse, source: `admin:${actor.id}`, units };
  const { outcome, purse: after } = await ledger.changeGrant(change);
  await noteOutcome(knex, id, outcomes[outcome] ?? 'other_content');
  log.info({ id, actor: actor.username, purse, units: String(units), outcome: outcomes[outcome] }, 'quota');
  if (outcome === Outcome.UNLIMITED) return refuse('id', 'It has no limit: there is nothing to change.');
  if (outcome === Outcome.EXCEEDS)
    return refuse('units', `Only ${after?.granted ?? 0n} units were granted: more cannot be taken.`);
  if (outcome !== Outcome.CHANGED || !after) throw new Error('ledger did not change a grant, nor said why');
  return { granted: after.granted, used: after.used };
}

function check(request: ChangeQuotaRequest): ChangeQuotaRequest {
  const { id, units, reason, userId, keyId } = request;
  if (!uuid.test(id)) refuse('id', 'The id of the change is not a UUID.');
  if (units === 0n || units > mostUnits || units < -mostUnits)
    refuse('units', `The units are not 0, and at most ${mostUnits} either way.`);
  if (reason.trim() === '' || reason.length > longestReason || reason.includes('\0'))
    refuse('reason', `A reason is needed, of at most ${longestReason} characters.`);
  if (userId > 0n === keyId > 0n) refuse('id', 'One user or one key is needed.');
  return request;
}

/** As he is now: a session that an ingress saw may have ended since. */
async function findActor(knex: Knex, token: string): Promise<User> {
  const actor = await findSessionUser(knex, hashToken(token));
  if (!actor || actor.role === 'user') return deny('Only administrators may change quota.');
  return actor;
}

/** Nobody changes what belongs to his equals or to those above him, himself included; root may. */
function refuseEquals(actor: User, { role }: QuotaOwner): void {
  if (actor.role === 'root' || role === 'user') return;
  deny('Only root may change the quota of administrators.');
}

function deny(message: string): never {
  throw new FaultError(fault('access_denied', { message }));
}

function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { param, message }));
}
