import { areAlike, type Shown, showMember } from './show-member.ts';

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
  /** The same for the audit log. */
  changes: RowChange[];
}

/** What became of one row, by the members of the file: what it was and what it is, as people read it. */
export interface RowChange {
  kind: string;
  id: string;
  name: string;
  changes: Record<string, [before: string | null, after: string | null]>;
}

/** How rows of one kind are told apart, compared and shown. */
export interface Kind<Row> {
  word: string;
  nameOf: (row: Row) => string;
  identify: (row: Row) => string;
  /** Members in the words of the file. */
  shown: Record<string, (row: Row) => Shown>;
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
  const difference: Difference<Row> = {
    added: [],
    changed: [],
    removed,
    wanted,
    final: [],
    lines: [],
    changes: [],
  };
  for (const row of wanted) {
    const known = before.get(kind.identify(row));
    const change = findChange(kind, known, row);
    const said = known ? sayChanges(kind, change) : ['added'];
    if (said.length === 0) continue;
    if (known) difference.changed.push(row);
    else difference.added.push(row);
    difference.changes.push(change);
    difference.lines.push(`${kind.word} ${kind.nameOf(row)}: ${said.join(', ')}`);
  }
  difference.final = [...unnamed.filter((row) => !isRemoved(row)), ...wanted];
  difference.changes.push(...removed.map((row) => findChange(kind, row, undefined)));
  difference.lines.push(...removed.map((row) => `${kind.word} ${kind.nameOf(row)}: removed`));
  return difference;
}

export function isEmpty(difference: Difference<unknown>): boolean {
  const { added, changed, removed } = difference;
  return added.length + changed.length + removed.length === 0;
}

/** One of both rows is there; without changes they are the same. */
function findChange<Row>(kind: Kind<Row>, before: Row | undefined, after: Row | undefined): RowChange {
  const shown = Object.entries(kind.shown).flatMap(([member, read]) => {
    const [from, to] = [before, after].map((row) => (row === undefined ? undefined : read(row)));
    if (from !== undefined && to !== undefined && areAlike(from, to)) return [];
    const texts = [from, to].map((shown) => (shown === undefined ? null : showMember(shown)));
    return [[member, [texts[0] ?? null, texts[1] ?? null]] as const];
  });
  const hidden = Object.entries(kind.hidden).flatMap(([member, read]) => {
    if (before === undefined || after === undefined || read(before) === read(after)) return [];
    return [[member, [null, 'changed']] as const];
  });
  const known = before ?? after;
  return {
    kind: kind.word,
    id: known === undefined ? '' : kind.identify(known),
    // Under this name it was known until now.
    name: known === undefined ? '' : kind.nameOf(known),
    changes: Object.fromEntries([...shown, ...hidden].map(([member, [from, to]]) => [member, [from, to]])),
  };
}

function sayChanges<Row>({ hidden }: Kind<Row>, { changes }: RowChange): string[] {
  return Object.entries(changes).map(([member, [from, to]]) =>
    member in hidden ? `${member} changed` : `${member} ${from} -> ${to}`,
  );
}
