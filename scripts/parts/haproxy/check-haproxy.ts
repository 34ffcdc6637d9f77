import { runToEnd } from '../../start/processes/run-to-end.ts';

/** The first that follows the addresses of a name as they come and go, with checks at a port of their own. */
const oldest = { major: 2, minor: 0 };
const timeoutMs = 30_000;

/** Why this program will not do; undefined when it will. */
export async function checkHaproxy(program: string, signal: AbortSignal): Promise<string | undefined> {
  const { status, stdout, stderr } = await runToEnd(program, ['-v'], { timeoutMs, signal });
  const version = /version (\d+)\.(\d+)/.exec(stdout);
  if (status !== 0 || version === null)
    return `it does not run (${(stderr || stdout).trim() || 'no output'})`;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const isNewEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  return isNewEnough ? undefined : `${version[0]} is older than ${oldest.major}.${oldest.minor}`;
}
