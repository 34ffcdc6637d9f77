import type { Replaced } from './cluster/deployment.ts';
import type { Tally } from './load/tally.ts';
import type { Added } from './measure-added.ts';

/** What a rollout is judged by, line by line. */
export interface RolloutTable {
  tally: Tally;
  replaced: readonly Replaced[];
  added: readonly Added[];
  /** Closing entries that are missing, doubled or wrong. */
  contradictions: number;
  /** Tasks without an end, or billed wrong. */
  tasksWrong: number;
  /** Units that purses hold when all is quiet. */
  heldUnits: bigint;
  runsUnfinished: number;
  entries: number;
  isReplayEqual: boolean;
}

/** Everything that must be zero and is not. */
export function findBadLines(table: RolloutTable): string[] {
  const bad = zeroLines(table)
    .filter(([, count]) => BigInt(count) !== 0n)
    .map(([what, count]) => `${what}: ${count}`);
  if (!table.isReplayEqual) bad.push('replay equal: no');
  return bad;
}

/** The table in Markdown. */
export function sayTable(table: RolloutTable): string {
  const { tally, replaced, added } = table;
  return sayRows([
    ['pods replaced', replaced.length],
    ['streams, at most open at a time', tally.streamsOpen],
    ['streams whole', tally.streams],
    ['realtime responses', tally.responses],
    ['sessions opened', tally.sessions],
    ['sessions ended between responses (1001)', tally.sessionsMoved],
    ['requests', tally.requests],
    ['tasks', tally.tasks],
    ['downloads', tally.downloads],
    ['entries', table.entries],
    ...added.map(
      ({ service, waitedMs }) =>
        [`first request to an added ${service}, s`, (waitedMs / 1_000).toFixed(1)] as const,
    ),
    ...zeroLines(table),
    ['replay equal', table.isReplayEqual ? 'yes' : 'NO'],
  ]);
}

/** How the pods of each service were replaced. */
export function sayReplaced(replaced: readonly Replaced[]): string {
  const services = Map.groupBy(replaced, ({ service }) => service);
  const lines = [...services].map(([service, ends]) => {
    const codes = [...new Set(ends.map(({ exitCode }) => exitCode))].join(', ');
    return `| ${service} | ${ends.length} | ${codes} | ${seconds(ends.map((end) => end.startingMs))} | ${seconds(ends.map((end) => end.stoppingMs))} |`;
  });
  return [
    '| service | pods replaced | exit codes | start, s | stop, s |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}

function zeroLines({ tally, replaced, ...books }: RolloutTable): (readonly [string, number | bigint])[] {
  return [
    ['streams cut', tally.streamsCut],
    ['sessions cut', tally.sessionsCut],
    ['requests failed', tally.requestsFailed],
    ['downloads cut', tally.downloadsCut],
    ['tasks lost', tally.tasksLost],
    ['pods that did not end well', replaced.filter(({ exitCode }) => exitCode !== 0).length],
    ['contradictions of the books', books.contradictions],
    ['tasks billed wrong', books.tasksWrong],
    ['runs not finished', books.runsUnfinished],
    ['units still held', books.heldUnits],
  ];
}

function seconds(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => (ms / 1_000).toFixed(1));
  return `${least} to ${most}`;
}

function sayRows(rows: readonly (readonly [string, unknown])[]): string {
  return ['| | |', '| --- | ---: |', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n');
}
