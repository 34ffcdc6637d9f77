import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestsFolder } from './render.ts';

/** A row of a table in `k8s/README.md`, by the heads of its columns. */
export type Row = Readonly<Record<string, string>>;

/** The first table below a heading of `k8s/README.md`. Tests read what people read, so that the two cannot part. */
export function readTable(heading: string): Row[] {
  const text = readFileSync(join(manifestsFolder, 'README.md'), 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`k8s/README.md has no section "${heading}"`);
  const lines = section.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const after = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(first, after).map(readCells);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

function readCells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The words of a cell between commas, without the marks of code. */
export function readList(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(',')
    .map((word) => word.replaceAll('`', '').trim())
    .filter((word) => word !== '');
}
