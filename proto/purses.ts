/**
 * Names of purses: balances that a request must fit. Account opens them, text-gateway draws on them and
 * ledger keeps them, all by these names.
 */

/** The purse that all of a user's keys draw on. */
export function userPurse(userId: bigint): string {
  return `user:${userId}`;
}

/** The purse of a key, below its user's. */
export function keyPurse(keyId: bigint): string {
  return `key:${keyId}`;
}

/** The purse of one model under one key, where the key limits that model. */
export function keyModelPurse(keyId: bigint, model: string): string {
  return `key:${keyId}:model:${model}`;
}

/** The model whose purse under a key this is; undefined for other purses. */
export function readKeyModelPurse(id: string): string | undefined {
  return /^key:\d+:model:(.+)$/s.exec(id)?.[1];
}

/** The purse of one window of a budget; its owner is a key's or a user's purse, the window one of `budget-windows.ts`. */
export function budgetPurse(owner: string, window: string): string {
  return `budget:${owner}:${window}`;
}

const budgetForm = /^budget:((?:key|user):\d+):(\d{4}-(?:W\d{2}|\d{2}(?:-\d{2})?))$/;

/** What the name of a window's purse says; undefined for other purses. */
export function readBudgetPurse(id: string): { owner: string; window: string } | undefined {
  const [, owner, window] = budgetForm.exec(id) ?? [];
  return owner !== undefined && window !== undefined ? { owner, window } : undefined;
}

/** Whose purse it is. */
export interface PurseOwner {
  kind: 'user' | 'key';
  id: bigint;
}

/** Undefined for purses of parts of a key or a user. */
export function ownerOfPurse(purse: string): PurseOwner | undefined {
  const [, kind, id = ''] = /^(user|key):(\d+)$/.exec(purse) ?? [];
  return kind === 'user' || kind === 'key' ? { kind, id: BigInt(id) } : undefined;
}

/** The canonical form of a path: every side sorts purses the same way and so names a slice the same way. */
export function sortPath(purses: readonly string[]): string[] {
  return [...purses].sort();
}
