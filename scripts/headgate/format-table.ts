/** A table of text, numbers to the right. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | bigint)[])[],
): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, String(line[column]).length), 0),
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
}
