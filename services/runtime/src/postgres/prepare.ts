import { Client, escapeIdentifier } from 'pg';

/** Errors of two processes that make the same role, schema or membership at once. */
const raceCodes = new Set(['42710', '42P06', '23505', 'XX000', '40001', '40P01']);

/** From PostgreSQL 16 on whoever makes a role is a member of it, and may not act as it unless they grant themselves that, too. */
const mayAct = `case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end`;

/**
 * Makes the schema of a service and the role that owns it, when they are missing. `ownerUrl` names a user
 * who may do so, or who is a member of the role where both are there. The role has no password and no login: the owner's user
 * becomes it (see `asRole`).
 */
export async function prepareSchema(ownerUrl: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (let triesLeft = 5; ; triesLeft -= 1) {
      try {
        await makeRoleAndSchema(client, schema);
        return;
      } catch (error) {
        if (triesLeft === 0 || !isRace(error)) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

async function makeRoleAndSchema(client: Client, schema: string): Promise<void> {
  const role = escapeIdentifier(roleOf(schema));
  const found = await client.query('select 1 from pg_roles where rolname = $1', [roleOf(schema)]);
  if (found.rowCount === 0) await client.query(`create role ${role} nologin`);
  const actor = await client.query(`select pg_has_role(current_user, $1, ${mayAct}) as is`, [roleOf(schema)]);
  if (!actor.rows[0]?.is) await client.query(`grant ${role} to current_user`);
  // "If not exists" asks for the right to make schemas all the same, which the owner may lack in a database that was restored.
  const made = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (made.rowCount === 0)
    await client.query(`create schema ${escapeIdentifier(schema)} authorization ${role}`);
}

/** The role that owns a service's schema. */
function roleOf(schema: string): string {
  return `headgate_${schema}`;
}

/** `ownerUrl` for connections that act as the schema's own role and see its tables alone. */
export function asRole(ownerUrl: string, schema: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c role=${roleOf(schema)} -c search_path=${schema}`);
  return url.href;
}

function isRace(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && raceCodes.has(error.code)
  );
}
