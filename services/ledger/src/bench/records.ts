/**
 * How long pages of records take on a large usage log, and how PostgreSQL finds them:
 * `HEADGATE_TEST_DATABASE_URL=... node src/bench/records.ts [requests]`, in a database of its own, dropped afterwards.
 */
import { UsageFilter_Outcome as Outcome, UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { firstIdAt } from '../partitions/months.ts';
import { makeLedgerDatabase } from '../testing/ledger-database.ts';
import { seededRandom } from '../testing/random.ts';
import type { Sql } from '../views/conditions.ts';
import { statisticsStatement } from '../views/list-statistics.ts';
import { pageStatement } from '../views/list-usage.ts';
import { minuteStatement, sumStatement } from '../views/sum-usage.ts';
import { type Filling, fill } from './fill.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const rounds = 100;
const filling: Filling = {
  requests: Number(process.argv[2] ?? 10_000_000),
  days: 120,
  users: 100,
  keysPerUser: 10,
  models: 50,
  channels: 10,
  endMs: Date.now(),
};
const random = seededRandom(1);
const startMs = filling.endMs - filling.days * dayMs;

interface Case {
  name: string;
  of: () => Sql;
}

const someone = (): bigint => BigInt(1 + random.below(filling.users));
const someKey = (): bigint => BigInt(1 + random.below(filling.users * filling.keysPerUser));
const userOf = (key: bigint): bigint => 1n + (key - 1n) / BigInt(filling.keysPerUser);
const someModel = (): string => `model-${random.below(filling.models)}`;
const someMs = (): number => startMs + random.below(filling.days * dayMs);
const ofKey = (): Partial<UsageFilter> => {
  const key = someKey();
  return { userIds: [userOf(key)], keyIds: [key] };
};
const someTime = (days: number): Partial<UsageFilter> => {
  const from = startMs + random.below((filling.days - days) * dayMs);
  return { fromMs: BigInt(from), untilMs: BigInt(from + days * dayMs) };
};

const owners: Record<string, () => Partial<UsageFilter>> = {
  all: () => ({}),
  'a user': () => ({ userIds: [someone()] }),
  'a key': ofKey,
  'a channel': () => ({ channelId: BigInt(1 + random.below(filling.channels)) }),
  'a model': () => ({ model: someModel() }),
  'a user and a model': () => ({ userIds: [someone()], model: someModel() }),
  'a user, failed': () => ({ userIds: [someone()], outcome: Outcome.FAILED }),
  'all, failed': () => ({ outcome: Outcome.FAILED }),
  'a group': () => ({ group: 'vip' }),
};

const of = (filter: Partial<UsageFilter>): UsageFilter => UsageFilter.fromPartial(filter);
const newest = { beforeId: '', offset: 0, limit: 100 };

const cases: Case[] = [
  ...Object.entries(owners).flatMap(([name, owner]): Case[] => [
    { name: `list, ${name}, newest`, of: () => pageStatement(of(owner()), newest) },
    {
      name: `list, ${name}, from a cursor`,
      of: () => pageStatement(of(owner()), { ...newest, beforeId: firstIdAt(someMs()) }),
    },
    { name: `total, ${name}`, of: () => sumStatement(of(owner())) },
    { name: `total, ${name}, a week`, of: () => sumStatement(of({ ...owner(), ...someTime(7) })) },
  ]),
  {
    name: 'list, a user, 10,000 left out',
    of: () => pageStatement(of({ userIds: [someone()] }), { ...newest, offset: 10_000 }),
  },
  { name: 'last minute, all', of: () => minuteStatement(of({}), filling.endMs) },
  { name: 'last minute, a user', of: () => minuteStatement(of({ userIds: [someone()] }), filling.endMs) },
  { name: 'sums of 8 days by hour, all', of: () => statisticsStatement(of(someTime(8))) },
  {
    name: 'sums of 8 days by hour, a user',
    of: () => statisticsStatement(of({ userIds: [someone()], ...someTime(8) })),
  },
  { name: 'sums of 90 days by day, all', of: () => statisticsStatement(of(someTime(90))) },
  {
    name: 'sums of 90 days by day, a user',
    of: () => statisticsStatement(of({ userIds: [someone()], ...someTime(90) })),
  },
];

const database = await makeLedgerDatabase();
try {
  const { knex } = database;
  const began = performance.now();
  await fill(knex, filling, (line) => {
    process.stderr.write(`${Math.round((performance.now() - began) / 1_000)} s: ${line}\n`);
  });
  process.stdout.write('| page | p50 ms | p99 ms | found by |\n| --- | ---: | ---: | --- |\n');
  for (const { name, of: make } of cases) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await time(knex, make()));
    times.sort((one, other) => one - other);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
    process.stdout.write(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${await explain(knex, make())} |\n`);
  }
} finally {
  await database.drop();
}

async function time(knex: Knex, { text, bindings }: Sql): Promise<number> {
  const began = performance.now();
  await rowsOf(knex, text, bindings);
  return performance.now() - began;
}

/** The scans of a plan that found something, without their partitions. */
async function explain(knex: Knex, { text, bindings }: Sql): Promise<string> {
  const lines = await rowsOf<{ 'QUERY PLAN': string }>(
    knex,
    `explain (analyze, timing off) ${text}`,
    bindings,
  );
  const scans = lines
    .map((line) =>
      /(\w+ Only Scan|\w+ Scan)( Backward)?(?: using (\w+))? on (\w+).*actual rows=([1-9]\d*)/.exec(
        line['QUERY PLAN'],
      ),
    )
    .flatMap((found) =>
      found ? [`${found[1]} of ${(found[3] ?? found[4] ?? '').replace(/_\d{4}_\d\d/, '')}`] : [],
    )
    .filter((scan) => !scan.includes('values') && !scan.startsWith('Subquery') && !scan.includes('position'));
  return [...new Set(scans)].join(', ');
}
