/** A name with what it stands for, as people type them. */
export interface Pair {
  name: string;
  value: string;
}

export function toPairs(record: Record<string, string | number>): Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: String(value) }));
}

/** What of rows would be lost: a value that stands for nothing, or one of two for the same name. Rows that were left empty are none. */
export function findLost(pairs: readonly Pair[]): 'nameless' | 'twice' | undefined {
  const typed = pairs.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
  if (typed.some(({ name }) => name.trim() === '')) return 'nameless';
  return hasTwice(typed) ? 'twice' : undefined;
}

export function hasTwice(pairs: readonly Pair[]): boolean {
  return new Set(pairs.map(({ name }) => name.trim())).size < pairs.length;
}

/** Those that have a name. */
export function fromPairs(pairs: readonly Pair[]): Record<string, string> {
  const named = pairs.map(({ name, value }) => [name.trim(), value.trim()]);
  return Object.fromEntries(named.filter(([name]) => name !== ''));
}
