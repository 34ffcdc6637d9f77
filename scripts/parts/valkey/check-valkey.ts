import { runToEnd } from '../../start/processes/run-to-end.ts';

/** The first in which scripts may ask for the time and write behind that. */
const oldestMajor = 5;
const timeoutMs = 30_000;

/** Why this program will not do; undefined when it will. */
export async function checkValkey(program: string, signal: AbortSignal): Promise<string | undefined> {
  const { status, stdout, stderr } = await runToEnd(program, ['--version'], { timeoutMs, signal });
  const version = /v=(\d+)\.\d+\.\d+/.exec(stdout);
  if (status !== 0 || version === null)
    return `it does not run (${(stderr || stdout).trim() || 'no output'})`;
  return Number(version[1]) >= oldestMajor ? undefined : `${version[0]} is older than ${oldestMajor}`;
}
