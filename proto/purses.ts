/**
 * Names of purses: balances that a request must fit. Account opens them, text-gateway draws on them and
 * ledger keeps them, all by these names.
 */

export function userPurse(userId: bigint): string {
  return `user:${userId}`;
}

export function keyPurse(keyId: bigint): string {
  return `key:${keyId}`;
}

/** The purse of one model under one key, where the key limits that model. */
export function keyModelPurse(keyId: bigint, model: string): string {
  return `key:${keyId}:model:${model}`;
}

/** The canonical form of a path: every side sorts purses the same way and so names a slice the same way. */
export function sortPath(purses: readonly string[]): string[] {
  return [...purses].sort();
}
