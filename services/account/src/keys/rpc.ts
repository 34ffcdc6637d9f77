import type {
  GetKeyChangesRequest,
  GetKeyChangesResponse,
  Key,
  VerifyKeyRequest,
  VerifyKeyResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { toWireBudgets } from '../budgets/budget.ts';
import type { Context } from '../context.ts';
import { isUsableGroup } from '../groups/usable.ts';
import { toWireRole } from '../users/roles.ts';
import { readKeyChanges } from './changes.ts';
import { findKeyByHash, type VerifiedKey } from './store.ts';

export async function verifyKey(context: Context, { hash }: VerifyKeyRequest): Promise<VerifyKeyResponse> {
  const { key, keysVersion } = await findKeyByHash(context.knex, hash);
  context.metrics.keysVerified.inc({ result: key ? 'found' : 'unknown' });
  return { key: key && toWireKey(key), keysVersion };
}

export function getKeyChanges(
  context: Context,
  { afterVersion }: GetKeyChangesRequest,
): Promise<GetKeyChangesResponse> {
  return readKeyChanges(context.knex, afterVersion);
}

export function toWireKey(key: VerifiedKey): Key {
  const limits = Object.entries(key.modelLimits);
  return {
    id: key.id,
    userId: key.userId,
    name: key.name,
    enabled: key.enabled,
    userEnabled: key.user.enabled,
    role: toWireRole(key.user.role),
    group: key.group ?? key.user.group,
    expiresAt: key.expiresAt,
    modelsLimited: key.models.length > 0,
    models: key.models,
    modelLimits: limits.map(([model, quotaUnits]) => ({ model, quotaUnits: BigInt(quotaUnits) })),
    unlimited: key.unlimited,
    userUnlimited: key.user.unlimited,
    rpm: key.rpm,
    tpm: key.tpm,
    concurrency: key.concurrency,
    ips: key.ips,
    budgets: toWireBudgets(key.budgets),
    userBudgets: toWireBudgets(key.user.budgets),
    groupRefused: isGroupRefused(key),
  };
}

/** Groups have their prices: whoever leaves one does not keep it by a key. What a file says of a key holds. */
function isGroupRefused({ fromConfig, group, user }: VerifiedKey): boolean {
  return !fromConfig && group !== null && !isUsableGroup(user, group);
}
