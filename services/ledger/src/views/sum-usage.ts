import type { UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { firstIdAt } from '../partitions/months.ts';
import { mostUnits } from '../statistics/sums.ts';
import { all, madeWithin, ofOwner, ofRequest, perOwner, type Sql, sql } from './conditions.ts';

export interface UsageSum {
  requests: bigint;
  failures: bigint;
  amount: bigint;
  /** False where there was too much to count one by one: then the sums are too small. */
  exact: boolean;
}

/** Requests that are counted one by one: those of hours that a filter cuts, and those not yet in the statistics. */
const mostCounted = 20_000;

/** As the statistics count it, whose sums it is added to. */
const countedAmount = `least(amount, ${mostUnits})`;

const hour = 3_600n;
const day = 24n * hour;
const forever = 1n << 60n;

/**
 * What requests that fit a filter add up to: whole days and hours from the statistics, the rest from the usage log. It is
 * one statement, and so one moment: nothing is counted twice or not at all while it is added to the statistics.
 */
export async function sumUsage(database: Knex, filter: UsageFilter): Promise<UsageSum> {
  const { text, bindings } = sumStatement(filter);
  const [row] = await rowsOf<UsageSum>(database, text, bindings);
  return row ?? { requests: 0n, failures: 0n, amount: 0n, exact: true };
}

export function sumStatement(filter: UsageFilter): Sql {
  const parts = splitTime(filter);
  const pieces = [
    ...parts.statistics.map(({ span, from, until }) => ofStatistics(filter, span, from, until)),
    ...parts.edges.map(({ fromMs, untilMs }) => oneByOne(filter, madeWithin(fromMs, untilMs))),
    ...parts.whole.map(({ fromMs, untilMs }) => notAdded(filter, madeWithin(fromMs, untilMs))),
  ];
  return sql(
    `select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(failures), 0)::bigint as failures,
       coalesce(sum(amount), 0)::bigint as amount, coalesce(bool_and(exact), true) as exact
     from (${pieces.map(({ text }) => text).join(' union all ')}) as pieces (requests, failures, amount, exact)`,
    ...pieces.flatMap(({ bindings }) => bindings),
  );
}

interface Parts {
  statistics: { span: 'hour' | 'day'; from: bigint; until: bigint }[];
  /** Parts of hours. */
  edges: { fromMs: bigint; untilMs: bigint }[];
  /** All whole hours, where there are any. */
  whole: { fromMs: bigint; untilMs: bigint }[];
}

/** Cuts a time into days, the whole hours around them, and what is left at its edges. */
export function splitTime({ fromMs, untilMs }: Pick<UsageFilter, 'fromMs' | 'untilMs'>): Parts {
  const first = roundUp(fromMs, hour * 1_000n) / 1_000n;
  const last = untilMs > 0n ? (untilMs / 1_000n / hour) * hour : forever;
  if (first >= last) return { statistics: [], edges: [{ fromMs, untilMs }], whole: [] };
  const firstDay = roundUp(first, day);
  const lastDay = last === forever ? forever : (last / day) * day;
  const hours = { span: 'hour' } as const;
  const statistics: Parts['statistics'] =
    firstDay < lastDay
      ? [
          { ...hours, from: first, until: firstDay },
          { span: 'day', from: firstDay, until: lastDay },
          { ...hours, from: lastDay, until: last },
        ]
      : [{ ...hours, from: first, until: last }];
  const [wholeFrom, wholeUntil] = [first * 1_000n, last === forever ? 0n : last * 1_000n];
  const edges = [
    { fromMs, untilMs: wholeFrom },
    { fromMs: wholeUntil, untilMs },
  ];
  return {
    statistics: statistics.filter(({ from, until }) => from < until),
    edges: edges.filter((edge) => edge.fromMs < edge.untilMs),
    whole: [{ fromMs: wholeFrom, untilMs: wholeUntil }],
  };
}

function roundUp(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}

function ofStatistics(filter: UsageFilter, span: string, from: bigint, until: bigint): Sql {
  const { text, bindings } = all([
    sql('span = ? and bucket >= ? and bucket < ?', span, from, until),
    ofCombination(filter),
  ]);
  return sql(`select requests, failures, amount, true as exact from statistic where ${text}`, ...bindings);
}

/** The rows of statistics that a filter means, whatever their time. */
export function ofCombination(filter: UsageFilter): Sql {
  const { model, group, channelId } = filter;
  return all([
    filter.userIds.length > 0 ? ofOwner(filter) : sql('user_id = 0'),
    ofRequest({ ...filter, outcome: 0, model, group, channelId }),
  ]);
}

function oneByOne(filter: UsageFilter, time: Sql): Sql {
  const found = perOwner(filter, (owner) => {
    const { text, bindings } = all([owner, time, ofRequest({ ...filter, outcome: 0 })]);
    return sql(
      `select usage_source, ${countedAmount} as amount from usage where ${text} limit ${mostCounted}`,
      ...bindings,
    );
  });
  return sql(
    `select count(*), count(*) filter (where usage_source = 'none'), sum(amount), count(*) < ${mostCounted}
     from (${found.text}) as found`,
    ...found.bindings,
  );
}

/** What the statistics do not have yet. Found by its batches first: nothing else leads to so few. */
function notAdded(filter: UsageFilter, time: Sql): Sql {
  const { text, bindings } = all([ofOwner(filter), time, ofRequest({ ...filter, outcome: 0 })]);
  return sql(
    `select count(*), count(*) filter (where usage_source = 'none'), sum(${countedAmount}), true
     from (select * from usage where batch_no > (select batch_no from statistic_position) offset 0) as newest
     where ${text}`,
    ...bindings,
  );
}

/** The requests of the last minute, and their tokens. */
export async function sumLastMinute(
  database: Knex,
  filter: UsageFilter,
): Promise<{ requests: bigint; tokens: bigint }> {
  const { text, bindings } = minuteStatement(filter, Date.now());
  const [row] = await rowsOf<{ requests: bigint; tokens: bigint }>(database, text, bindings);
  return row ?? { requests: 0n, tokens: 0n };
}

const minuteMs = 60_000;
const mostInAMinute = 100_000;

export function minuteStatement(filter: UsageFilter, nowMs: number): Sql {
  const found = perOwner(filter, (owner) => {
    const { text, bindings } = all([owner, sql('id >= ?', firstIdAt(nowMs - minuteMs)), ofRequest(filter)]);
    return sql(
      `select ${countedTokens} as tokens from usage where ${text} limit ${mostInAMinute}`,
      ...bindings,
    );
  });
  return sql(
    `select count(*) as requests, coalesce(sum(tokens), 0)::bigint as tokens from (${found.text}) as found`,
    ...found.bindings,
  );
}

/** All classes of tokens of a row of statistics; an hour's cache writes are among the others there. */
export const inputTokens = 'input_fresh + input_cache_read + input_cache_write + input_audio + input_image';
export const outputTokens = 'output_visible + output_reasoning + output_audio';
/** Those of a request, of which each class counts as in the statistics. */
const countedTokens =
  `${inputTokens} + ${outputTokens} + input_cache_write_1h + coalesce(image_output_of(metered), 0)`
    .split(' + ')
    .map((name) => `least(${name}, 1000000000000)`)
    .join(' + ');
