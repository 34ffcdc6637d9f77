import { randomUUID } from 'node:crypto';
import { type Close, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { connectPostgres } from '@headgate/runtime/postgres/connect';
import { preparedDatabaseUrl } from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import { createTestDatabase } from '@headgate/runtime/testing/database';
import { expect, test } from 'vitest';
import { schema } from '../config.ts';
import { makePartitions } from '../partitions/partitions.ts';
import { addStatistics } from '../statistics/add-statistics.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { findStatisticsDifferences } from '../testing/find-statistics-differences.ts';
import { setTestPrices } from '../testing/ledger-database.ts';
import { claimVerdicts } from '../verify/verdicts.ts';
import { migrations } from './index.ts';

test('tokens of images that were added up before are added where their requests were', async () => {
  readInt8AsBigint();
  const database = await createTestDatabase();
  const url = await preparedDatabaseUrl({ serviceUrl: '', ownerUrl: database.url, schema });
  // What came later is what today's code books with.
  const before = migrations.filter(({ name }) => name !== '0060-image-output');
  await migrate(url, schema, before);
  const knex = connectPostgres(url, { maxConnections: 4, pipeline: true, idleInTransactionMs: 10_000 });
  await makePartitions(knex, Date.now());
  await setTestPrices(knex);
  await openPurses(knex, { 'user:3': null });

  const run = randomUUID();
  const tokens = (quantity: bigint) => ({ unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity });
  const draw = (seq: bigint, of: Partial<Close>): Close => {
    const close = makeClose({ run, seq, path: ['user:3'], ...of });
    const metered = [{ ...tokens(7n), unit: MeteredUnit.IMAGE }, tokens(4_000n + seq)];
    return close.usage ? { ...close, usage: { ...close.usage, metered } } : close;
  };
  await settle(knex, [draw(1n, {}), draw(2n, {}), draw(3n, { keyId: 8n }), draw(4n, { userId: 4n })]);
  await addStatistics(knex);
  await settle(knex, [draw(5n, {}), makeClose({ run, seq: 6n, path: ['user:3'] })]);

  // Who verifies meanwhile sees the rows of before, and by the view of before.
  const verifying = await knex.transaction({ isolationLevel: 'repeatable read' });
  await claimVerdicts(verifying);
  await rowsOf(verifying, 'select from statistic', []);
  let differences: Promise<unknown[]> | undefined;
  await migrate(url, schema, migrations, () => {
    differences ??= findStatisticsDifferences(verifying).finally(() => verifying.commit());
  });
  expect(await differences).toEqual([]);
  expect(await findStatisticsDifferences(knex)).toEqual([]);
  await addStatistics(knex);
  expect(await findStatisticsDifferences(knex)).toEqual([]);
  const rows = await rowsOf(
    knex,
    `select sum(output_visible)::int as tokens from statistic where span = 'day' and user_id = 0`,
    [],
  );
  expect(rows).toEqual([{ tokens: 20_015 }]);
  await knex.destroy();
  await database.drop();
});
