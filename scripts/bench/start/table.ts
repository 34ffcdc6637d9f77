import type { StartTook, Took } from './start-home.ts';

/** Least, median and most of each over the starts, in milliseconds: the whole first, then each service. */
export function startTable(starts: readonly StartTook[]): string[] {
  const names = [...new Set(starts.flatMap(({ services }) => [...services.keys()]))].toSorted();
  const rowOf = (name: string, took: readonly Took[]): string =>
    `| ${[name, spread(took.map(({ wallMs }) => wallMs)), spread(took.map(({ cpuMs }) => cpuMs))].join(' | ')} |`;
  return [
    '| until ready | wall ms: least, median, most | CPU ms: least, median, most |',
    '|---|---:|---:|',
    rowOf('everything', starts),
    ...names.map((name) =>
      rowOf(
        name,
        starts.flatMap(({ services }) => services.get(name) ?? []),
      ),
    ),
  ];
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other).map((value) => Math.round(value));
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join(', ');
}
