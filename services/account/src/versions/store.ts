import type { Knex } from 'knex';

/** How far the changes of keys and users, and of the catalog, have been counted. */
export interface Versions {
  keysVersion: bigint;
  catalogVersion: bigint;
}

interface VersionsRow {
  keys_version: bigint;
  catalog_version: bigint;
}

export async function readVersions(knex: Knex): Promise<Versions> {
  return fromRow(await knex<VersionsRow>('versions').first('keys_version', 'catalog_version'));
}

/** Reads the versions and keeps every other change waiting until the transaction ends. */
export async function lockVersions(transaction: Knex.Transaction): Promise<Versions> {
  return fromRow(
    await transaction<VersionsRow>('versions').first('keys_version', 'catalog_version').forUpdate(),
  );
}

/**
 * Lets the transaction stand still for as long as ledger may take to answer, which is longer than a process is trusted with a lock
 * otherwise (`idleInTransactionMs`).
 */
export async function waitWithLedger(transaction: Knex.Transaction): Promise<void> {
  await transaction.raw(`set local idle_in_transaction_session_timeout = '60s'`);
}

export async function writeVersions(transaction: Knex.Transaction, versions: Versions): Promise<void> {
  const { keysVersion, catalogVersion } = versions;
  await transaction('versions').update({ keys_version: keysVersion, catalog_version: catalogVersion });
}

/** How often files have told ledger of users and keys. Who told it of one of them meanwhile is overtaken. */
export async function readApplies(knex: Knex): Promise<bigint> {
  const row = await knex('versions').first<{ applies: bigint } | undefined>('applies');
  if (!row) throw new Error('the versions row is missing');
  return row.applies;
}

/** Counts that a file has told ledger. The versions must be locked. */
export async function countApply(transaction: Knex.Transaction): Promise<void> {
  await transaction('versions').increment('applies', 1);
}

/** Whether something was counted since; a version that is left out may be any. */
export function isOvertaken(planned: Partial<Versions>, now: Versions): boolean {
  const { keysVersion, catalogVersion } = { ...now, ...planned };
  return keysVersion !== now.keysVersion || catalogVersion !== now.catalogVersion;
}

function fromRow(row: VersionsRow | undefined): Versions {
  if (!row) throw new Error('the versions row is missing');
  return { keysVersion: row.keys_version, catalogVersion: row.catalog_version };
}
