type Rows = readonly (readonly (string | bigint)[])[];

/** A table of text, numbers to the right. */
export function formatTable(head: readonly string[], rows: Rows): string {
  return formatPages(head)(rows);
}

/**
 * The same where rows come page by page: the head stands above the first, and no column gets narrower than it was. What is shown
 * already stays as it is where a later page needs more.
 */
export function formatPages(head: readonly string[]): (rows: Rows) => string {
  let widths = head.map(() => 0);
  let isBegun = false;
  return (rows) => {
    const lines = isBegun ? rows : [head, ...rows];
    isBegun = true;
    widths = widths.map((known, column) =>
      lines.reduce((width, line) => Math.max(width, String(line[column]).length), known),
    );
    const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === 'bigint'));
    const format = (line: readonly (string | bigint)[]): string =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return isNumber[column] ? String(cell).padStart(width) : String(cell).padEnd(width);
        })
        .join('  ')
        .trimEnd();
    return lines.map((line) => `${format(line)}\n`).join('');
  };
}
