import { join } from 'node:path';
import { Client } from 'pg';
import { partVariable, stopSignals } from '../../start/processes/marks.ts';
import type { Part, PartContext } from '../part.ts';
import { databaseUser, makeDatabaseFolder } from './make-database-folder.ts';
import { findPlace } from './place.ts';
import { stopLeftover } from './stop-leftover.ts';

const database = 'headgate';
const connectTimeoutMs = 5_000;

const settings = {
  listen_addresses: '127.0.0.1',
  // The path of a socket has a bound that a home's path can pass.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Tests alone: a power cut may lose everything. */
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** A PostgreSQL for this machine alone, with a database and a user who may do everything in it. */
export async function preparePostgres(context: PartContext): Promise<Part> {
  const { home, identity, port } = context;
  const env = { ...context.env, [partVariable]: 'postgres' };
  const place = await findPlace(home, identity);
  await stopLeftover(place.data);
  await makeDatabaseFolder(place, { ...context, env });
  const values = Object.entries({ ...settings, ...(context.isDurable ? {} : forgetful) });
  const url = `postgres://${databaseUser}:${identity.databasePassword}@127.0.0.1:${port}/${database}`;
  return {
    spec: {
      name: 'postgres',
      command: join(place.programs, 'bin/postgres'),
      args: [
        '-D',
        place.data,
        '-p',
        String(port),
        ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      directory: place.folder,
      env,
      logFile: join(home.logsDir, 'postgres.log'),
      stopSignal: stopSignals.postgres,
      ...(place.runAs ? { runAs: { uid: place.runAs.uid, gid: place.runAs.gid } } : {}),
    },
    url,
    checkReady: () => ensureDatabase(url),
  };
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new Client({
    connectionString: maintenance.href,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs * 2,
  });
  // A server that is killed while we are connected is an error event too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
