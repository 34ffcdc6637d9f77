import { migrations, programs } from '../start/service-names.ts';

/** What is bundled: the name of the file, without its ending, and the entry point below the repository. */
export const bundledPrograms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(programs).map(([name, entry]) => [name, `services/${entry}`])),
  ...Object.fromEntries(
    Object.entries(migrations).map(([name, entry]) => [`migrate-${name}`, `services/${entry}`]),
  ),
  headgate: 'scripts/headgate/main.ts',
};

/** Runs programs one after the other. */
export const sequences: Readonly<Record<string, readonly string[]>> = {
  migrate: Object.keys(migrations).map((name) => `migrate-${name}`),
};

/** What only tests start, for some services: it ends itself at a line that is named. */
export const testPrograms: Readonly<Record<string, string>> = {
  'testing/account': 'services/account/src/testing/main.ts',
  'testing/ledger': 'services/ledger/src/testing/main.ts',
  'testing/media-api': 'services/media-task/src/testing/main.ts',
  'testing/media-worker': 'services/media-task/src/testing/worker.ts',
  'testing/text-gateway': 'services/text-gateway/src/testing/main.ts',
};

/** Modules that a service loads by their name and only when it needs them, and the service that knows them. */
export const lateModules: Readonly<Record<string, string>> = {
  'gpt-tokenizer/encoding/o200k_base': 'text-gateway',
};

/** Drivers of databases that the query builder names and nobody here has. */
export const absentModules = [
  'better-sqlite3',
  'mariadb/callback',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];
