import { randomBytes } from 'node:crypto';
import { asRole } from '@headgate/runtime/postgres/prepare';
import type { Sql } from '../../e2e/testing/sql.ts';

const schemaOf = {
  ledger: 'ledger',
  account: 'account',
  'media-api': 'media',
  'media-worker': 'media',
} as const;

export type DatabaseService = keyof typeof schemaOf;

export const databaseServices = Object.keys(schemaOf) as DatabaseService[];

/** A set of users who may sign in to the database, one for each schema: services use one set while the other is made. */
export interface DatabaseUsers {
  colour: 'blue' | 'green';
  urlOf(service: DatabaseService): string;
}

/** Makes users who act as the roles that own the schemas. */
export async function makeUsers(
  { query }: Sql,
  ownerUrl: string,
  colour: DatabaseUsers['colour'],
): Promise<DatabaseUsers> {
  const password = randomBytes(18).toString('hex');
  for (const schema of new Set(Object.values(schemaOf)))
    await query(
      `create role headgate_${schema}_${colour} login password '${password}' in role headgate_${schema}`,
    );
  return {
    colour,
    urlOf(service) {
      const schema = schemaOf[service];
      const url = new URL(asRole(ownerUrl, schema));
      url.username = `headgate_${schema}_${colour}`;
      url.password = password;
      return url.href;
    },
  };
}

/** Nobody signs in as them any more; whoever had is gone already, or the users stay. */
export async function dropUsers({ query }: Sql, colour: DatabaseUsers['colour']): Promise<void> {
  const [{ sessions } = {}] = await query(
    'select count(*)::int as sessions from pg_stat_activity where usename like $1',
    [`headgate%${colour}`],
  );
  if (Number(sessions) > 0) throw new Error(`${sessions} sessions are still open by the ${colour} users`);
  for (const schema of new Set(Object.values(schemaOf)))
    await query(`drop role headgate_${schema}_${colour}`);
}
