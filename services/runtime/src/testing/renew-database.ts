import type { Client } from 'pg';

/** What a database holds that nobody has used yet. */
export interface Pristine {
  /** Of all that is no row: tables, columns, constraints, functions, triggers, rights, settings. */
  shape: string;
  /** Rows of tables that have some from the beginning, as JSON, by the quoted names of the tables. */
  seeds: ReadonlyMap<string, string>;
  /** Where sequences stand, by their quoted names. */
  sequences: ReadonlyMap<string, string>;
}

/** Oids from here on are of what was made since the server was. */
const firstOwn = 16_384;

const hashOf = (what: string, from: string): string =>
  `select md5(coalesce(string_agg((${what})::text, ',' order by (${what})::text), '')) as hash from ${from}`;

/** What is made anew or changed has another oid or `xmin`; emptying a table changes a row of pg_class alone. */
const shape = [
  hashOf('oid, xmin', `pg_namespace where oid >= ${firstOwn}`),
  hashOf(
    'oid, relname, relacl, reloptions, relrowsecurity',
    `pg_class where oid >= ${firstOwn} and relkind <> 't'`,
  ),
  hashOf('attrelid, attname, xmin', `pg_attribute where attrelid >= ${firstOwn}`),
  hashOf('oid, xmin', `pg_constraint where oid >= ${firstOwn}`),
  hashOf('oid, xmin', `pg_proc where oid >= ${firstOwn}`),
  hashOf('oid, xmin', `pg_trigger where oid >= ${firstOwn}`),
  hashOf('oid, xmin', `pg_rewrite where oid >= ${firstOwn}`),
  hashOf('oid, xmin', `pg_policy where oid >= ${firstOwn}`),
  hashOf('indexrelid, indisvalid', `pg_index where indexrelid >= ${firstOwn}`),
  hashOf('datconnlimit, datacl', 'pg_database where datname = current_database()'),
  hashOf(
    'setrole, setconfig',
    'pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())',
  ),
].join(' union all ');

/** Those that have or had rows. */
const usedTables = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and pg_class.oid >= ${firstOwn} and nspname !~ '^pg_' and pg_relation_size(pg_class.oid) > 0`;

const sequences = `
  select format('%I.%I', schemaname, sequencename) as name, format('%s,%s', start_value, last_value) as stand
  from pg_sequences`;

/** Reads what a fresh copy holds. */
export async function readPristine(client: Client): Promise<Pristine> {
  return {
    shape: await readShape(client),
    seeds: new Map(await readRows(client, await readUsed(client))),
    sequences: await readSequences(client),
  };
}

/**
 * Brings a copy back to what a fresh one holds, at a fifth of the cost of another copy. False where more than rows were
 * changed: such a copy is to be dropped.
 */
export async function renew(client: Client, pristine: Pristine): Promise<boolean> {
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  if ((await readShape(client)) !== pristine.shape) return false;
  const used = (await readUsed(client)).filter((name) => !pristine.seeds.has(name));
  const emptied = [...used, ...(await findChanged(client, pristine))];
  if (emptied.length > 0) await client.query(`truncate ${emptied.join(', ')} cascade`);
  // What refers to an emptied table is emptied with it.
  for (const name of await findChanged(client, pristine)) {
    await client.query(
      `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1)`,
      [pristine.seeds.get(name)],
    );
  }
  for (const [name, stand] of await readSequences(client)) {
    if (stand !== pristine.sequences.get(name))
      await restore(client, name, pristine.sequences.get(name) ?? '');
  }
  return true;
}

async function restore(client: Client, name: string, stand: string): Promise<void> {
  const [start, last] = stand.split(',');
  await client.query('select setval($1, $2, $3)', [name, last || start, Boolean(last)]);
}

async function readShape(client: Client): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(shape);
  return rows.map(({ hash }) => hash).join();
}

async function readUsed(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(usedTables);
  return rows.map(({ name }) => name);
}

async function readSequences(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; stand: string }>(sequences);
  return new Map(rows.map(({ name, stand }) => [name, stand]));
}

async function findChanged(client: Client, { seeds }: Pristine): Promise<string[]> {
  const rows = await readRows(client, [...seeds.keys()]);
  return rows.filter(([name, json]) => json !== seeds.get(name)).map(([name]) => name);
}

async function readRows(client: Client, names: readonly string[]): Promise<[name: string, json: string][]> {
  if (names.length === 0) return [];
  const each = names.map(
    (name, at) =>
      `select ${at} as at, coalesce(json_agg(row_to_json(t) order by t::text), '[]')::text as json from ${name} t`,
  );
  const { rows } = await client.query<{ at: number; json: string }>(each.join(' union all '));
  return rows.map(({ at, json }) => [names[at] ?? '', json]);
}
