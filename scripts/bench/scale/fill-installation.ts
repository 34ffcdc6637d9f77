import { randomBytes } from 'node:crypto';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { readMetric } from '../soak/samples.ts';
import type { Installation } from './lanes.ts';
import type { Side } from './sides.ts';

/** The text of a key, of a model: `#` is its number. */
export const keyText = 'sk-many#';
export const modelName = 'model-#';

const keysPerUser = 100;
/** More than any lane spends. */
const units = 10n ** 14n;
const limits = { rpm: 100_000_000, tpm: 2_000_000_000, concurrency: 100_000 };
const noticedMs = 120_000;

/** Fills an installation with rows as the services write them, and waits until the gateways know. */
export async function fillInstallation(side: Side, installation: Installation): Promise<void> {
  const { dev, sql } = side;
  await makeKeys(sql, installation.keys);
  await makeModels(sql, installation.models);
  await makeChannels(side, installation);
  for (const table of ['account.keys', 'account.users', 'account.channels', 'ledger.purse'])
    await sql.query(`vacuum analyze ${table}`);
  await awaitGateways(dev, sql);
}

/** Each with a limit of everything, and a purse of its own and its user's. */
async function makeKeys(sql: Sql, keys: number): Promise<void> {
  // Made anew afterwards: row by row, indexes on grams take ten times as long.
  const grams = await sql.query(
    `select indexname, indexdef from pg_indexes where schemaname = 'account' and indexname like '%\\_grams'`,
  );
  for (const { indexname } of grams) await sql.query(`drop index account.${String(indexname)}`);
  await sql.query(
    `insert into account.users (username, display_name, email, role, enabled, group_name, unlimited, granted_units, from_config,
       changed_version)
     select 'scale-' || n, 'Person ' || n, n || '@mail.example', 'user', true, 'default', false, ${units}, false, 1
     from generate_series(0, ${Math.ceil(keys / keysPerUser) - 1}) as n`,
  );
  await sql.query('analyze account.users');
  await sql.query(
    `insert into account.keys (user_id, name, hash, prefix, suffix, enabled, models, model_limits, unlimited, granted_units,
       expires_at, rpm, tpm, concurrency, ips, from_config, changed_version, hash_version)
     select users.id, 'scale ' || n, sha256(('${keyText.replace('#', '')}' || n)::bytea), 'sk-m', right(n::text, 4), true, '{}', '{}',
       false, ${units}, 0, ${limits.rpm}, ${limits.tpm}, ${limits.concurrency}, '{}', false, 1, 1
     from generate_series(0, ${keys - 1}) as n join account.users on username = 'scale-' || n / ${keysPerUser}`,
  );
  for (const { indexdef } of grams) await sql.query(String(indexdef));
  for (const [table, name, purse] of [
    ['users', 'username', 'user'],
    ['keys', 'name', 'key'],
  ] as const) {
    await sql.query(
      `insert into ledger.purse (id, granted, unlimited)
       select '${purse}:' || id, ${units}, false from account.${table} where ${name} like 'scale%' order by id`,
    );
  }
}

/** At the price of one that the configuration has. */
async function makeModels(sql: Sql, models: number): Promise<void> {
  const numbers = `generate_series(0, ${models - 1}) as n`;
  const name = `'${modelName.replace('#', '')}' || n`;
  await sql.query(
    `insert into account.models (name, kind, max_output, max_image_tokens, fallbacks, media, from_config)
     select ${name}, 'text', 16384, 50000, '{}', '{}', false from ${numbers}`,
  );
  await sql.query(
    `insert into ledger.price (model, from_version, row)
     select ${name}, version + 1, known.row from ${numbers}, ledger.price_version,
       (select row from ledger.price where model = 'gpt-4o-mini' order by from_version desc limit 1) as known`,
  );
  await sql.query('update ledger.price_version set version = version + 1, changed_at = now()');
}

/** By the session API, so that their credentials are sealed; then each with its share of the models. */
async function makeChannels(
  { sql, root, upstreamUrl }: Side,
  { channels, models }: Installation,
): Promise<void> {
  const key = Array.from({ length: channels }, () => `sk-${randomBytes(16).toString('hex')}`).join('\n');
  const channel = {
    name: 'scale',
    provider: 'openai-compatible',
    base_url: `${upstreamUrl}/v1`,
    models: ['gpt-4o-mini'],
    key,
  };
  await root.post('/api/channel/', { mode: 'batch', channel });
  const share = (2 * models) / channels;
  await sql.query(
    `update account.channels set models = (
       select jsonb_agg(jsonb_build_object('name', name, 'upstream', 'gpt-4o-mini')) from (
         select '${modelName.replace('#', '')}' || ((place - 1) * ${share} + of) % ${models} as name
         from generate_series(0, ${share - 1}) as of) as names)
     from (select id, row_number() over (order by id) as place from account.channels where name like 'scale%') as placed
     where channels.id = placed.id`,
  );
  await sql.query('update account.versions set catalog_version = catalog_version + 1');
}

async function awaitGateways(dev: DevFile, sql: Sql): Promise<void> {
  const [newest] = await sql.query(
    'select (select max(catalog_version) from account.versions) as catalog, (select version from ledger.price_version) as price',
  );
  const gateways = dev.services['text-gateway'] ?? [];
  await waitFor(
    async () => {
      const metrics = await Promise.all(
        gateways.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
      );
      return metrics.every(
        (text) =>
          readMetric(text, 'headgate_text_catalog_version') >= Number(newest?.catalog) &&
          readMetric(text, 'headgate_text_price_version') >= Number(newest?.price),
      );
    },
    'the gateways know what is new',
    { timeoutMs: noticedMs },
  );
}
