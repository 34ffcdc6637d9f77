import { existsSync } from 'node:fs';
import { runToEnd } from '../../start/processes/run-to-end.ts';

const timeoutMs = 30_000;

/** Why this program will not do; undefined when it will. */
export async function checkPromtool(program: string, signal: AbortSignal): Promise<string | undefined> {
  if (!existsSync(program)) return 'there is no such file';
  const { status, stdout, stderr } = await runToEnd(program, ['--version'], { timeoutMs, signal });
  const said = `${stdout}${stderr}`.trim();
  if (status === 0 && said.startsWith('promtool')) return undefined;
  return `it does not run (${said.split('\n')[0] || 'no output'})`;
}
