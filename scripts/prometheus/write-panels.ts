import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { readExpressions } from './read-expressions.ts';

/** Writes what dashboards ask as a file of rules, so that promtool reads it. */
export function writePanels(file: string): void {
  const asked = readExpressions().filter(({ file: from }) => from.endsWith('.json'));
  const rules = asked.map(({ text }, index) => ({
    record: `panel:number:${index}`,
    expr: text.replaceAll('$__rate_interval', '5m'),
  }));
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
}
