import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variablesOf } from '../image/variables-of.ts';
import { repository } from '../start/repository.ts';
import { serviceNames } from '../start/service-names.ts';
import { replaceBetween } from './protocols.ts';

const marks = { begin: '<!-- variables: npm run readme -->', end: '<!-- variables end -->' };

/** The folder of each process whose README tells what its variables mean. */
const folders: Partial<Record<string, string>> = { 'media-api': 'media-task', 'media-worker': 'media-task' };

/** deploy/README.md with the table of variables as the processes' own code has it. */
export async function withVariables(readme: string): Promise<string> {
  const fromImage = variablesOfImage();
  const rows: string[] = [];
  for (const name of serviceNames) {
    if (name === 'sandbox') continue;
    const { required } = await variablesOf(name);
    const must = required.filter((variable) => !fromImage.has(variable));
    const link = `[${name}](../services/${folders[name] ?? name}/README.md)`;
    rows.push(`| ${link} | ${listOf(must) || 'nothing'} |`);
  }
  const head = '| Process | It must be given |\n|---|---|';
  return replaceBetween(readme, `${head}\n${rows.join('\n')}\n`, marks);
}

/** What the Dockerfile sets. */
export function variablesOfImage(): ReadonlySet<string> {
  const text = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8');
  return new Set([...text.matchAll(/\b(HEADGATE_\w+)=/g)].map(([, name = '']) => name));
}

function listOf(variables: readonly string[]): string {
  return variables.map((variable) => `\`${variable}\``).join(', ');
}
