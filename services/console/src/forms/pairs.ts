/** A name with what it stands for, as people type them. */
export interface Pair {
  name: string;
  value: string;
}

export function toPairs(record: Record<string, string | number>): Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: String(value) }));
}

/** Those that have a name. */
export function fromPairs(pairs: readonly Pair[]): Record<string, string> {
  const named = pairs.map(({ name, value }) => [name.trim(), value.trim()]);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
