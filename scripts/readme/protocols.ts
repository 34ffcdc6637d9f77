import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../start/repository.ts';

const program = 'services/text-gateway/src/conformance/print-tables.ts';
const marks = { begin: '<!-- protocols: npm run readme -->', end: '<!-- protocols end -->' };

/** The README with the tables of protocols and upstreams as the text-gateway's code and fixtures have them. */
export async function withProtocols(readme: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(repository, program)]);
  return replaceBetween(readme, stdout, marks);
}

/** Puts a text between the two marks. */
export function replaceBetween(
  readme: string,
  text: string,
  { begin, end }: { begin: string; end: string },
): string {
  const [before, between, ...more] = readme.split(begin);
  const [, after, ...rest] = between?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + rest.length > 0)
    throw new Error(`The README must have ${begin} and ${end} once each`);
  return `${before}${begin}\n${text}${end}${after}`;
}
