/** Something that a row names: a test by its title, or a text in the code that makes a test needless. */
export interface Named {
  path: string;
  text: string;
  isConstraint: boolean;
}

export interface WeakPoint {
  row: string;
  named: Named[];
}

/** The rows of the table, as `| 10.1 | what goes wrong | `path` `title` `title`<br>constraint: `path` `text` |`. */
export function readTable(markdown: string): WeakPoint[] {
  return markdown.split('\n').flatMap((line) => {
    const [, row, , held] = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (row === undefined || held === undefined || !/^\d+\.\d+$/.test(row)) return [];
    return [{ row, named: held.split('<br>').flatMap(readNamed) }];
  });
}

function readNamed(cell: string): Named[] {
  const [path, ...texts] = [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const isConstraint = cell.startsWith('constraint: ');
  return path === undefined ? [] : texts.map((text) => ({ path, text, isConstraint }));
}

/** The titles of a test file, as they are written there: those of `test.each` with their places for values. */
export function readTitles(source: string): Set<string> {
  const calls = source.matchAll(
    /(?:\btest|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)\s*,/g,
  );
  return new Set([...calls].map(([, single, double, template]) => single ?? double ?? template ?? ''));
}
