/** What has to be written to get from the rows that are to the rows that are wanted. */
export interface Difference<Row> {
  added: Row[];
  changed: Row[];
  removed: Row[];
  /** All rows that the file names, changed or not. */
  wanted: readonly Row[];
  /** All rows that are there afterwards. */
  final: Row[];
  /** One line per change, for people. */
  lines: string[];
}

/** How rows of one kind are told apart, compared and shown. */
export interface Kind<Row> {
  word: string;
  nameOf: (row: Row) => string;
  identify: (row: Row) => string;
  /** Members in the words of the file. */
  shown: Record<string, (row: Row) => string | number | bigint | boolean | readonly string[]>;
  /** Members that are compared, but never shown. */
  hidden: Record<string, (row: Row) => string>;
}

/** Compares by identity. Rows that nobody wants stay, unless `isRemoved` says otherwise. */
export function compare<Row>(
  kind: Kind<Row>,
  current: readonly Row[],
  wanted: readonly Row[],
  isRemoved: (row: Row) => boolean,
): Difference<Row> {
  const before = new Map(current.map((row) => [kind.identify(row), row]));
  const named = new Set(wanted.map(kind.identify));
  const unnamed = current.filter((row) => !named.has(kind.identify(row)));
  const removed = unnamed.filter(isRemoved);
  const difference: Difference<Row> = { added: [], changed: [], removed, wanted, final: [], lines: [] };
  for (const row of wanted) {
    const known = before.get(kind.identify(row));
    const changes = known ? describeChanges(kind, known, row) : ['added'];
    if (!known) difference.added.push(row);
    else if (changes.length > 0) difference.changed.push(row);
    if (changes.length > 0) difference.lines.push(`${kind.word} ${kind.nameOf(row)}: ${changes.join(', ')}`);
  }
  difference.final = [...unnamed.filter((row) => !isRemoved(row)), ...wanted];
  difference.lines.push(...removed.map((row) => `${kind.word} ${kind.nameOf(row)}: removed`));
  return difference;
}

export function isEmpty(difference: Difference<unknown>): boolean {
  const { added, changed, removed } = difference;
  return added.length + changed.length + removed.length === 0;
}

function describeChanges<Row>({ shown, hidden }: Kind<Row>, before: Row, after: Row): string[] {
  const visible = Object.entries(shown).flatMap(([member, read]) => {
    const [from, to] = [show(read(before)), show(read(after))];
    return from === to ? [] : [`${member} ${from} -> ${to}`];
  });
  const secret = Object.entries(hidden).flatMap(([member, read]) =>
    read(before) === read(after) ? [] : [`${member} changed`],
  );
  return [...visible, ...secret];
}

function show(value: string | number | bigint | boolean | readonly string[]): string {
  if (typeof value !== 'object') return String(value);
  return value.length === 0 ? 'none' : value.join(' ');
}
