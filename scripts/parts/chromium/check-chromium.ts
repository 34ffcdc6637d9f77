import { runToEnd } from '../../start/processes/run-to-end.ts';

/** The first with the headless mode of today. */
const oldestMajor = 112;
/** Loading it from a cold disk takes its time. */
const timeoutMs = 60_000;

/** Why this program will not do; undefined when it will. */
export async function checkChromium(program: string, signal: AbortSignal): Promise<string | undefined> {
  const { status, stdout, stderr } = await runToEnd(program, ['--version'], { timeoutMs, signal });
  const version = /(\d+)\.\d+\.\d+\.\d+/.exec(stdout);
  if (status !== 0 || version === null)
    return `it does not run (${(stderr || stdout).trim() || 'no output'})`;
  return Number(version[1]) >= oldestMajor ? undefined : `${version[0]} is older than ${oldestMajor}`;
}
