import { runToEnd } from '../../start/processes/run-to-end.ts';

/** The first with the JetStream requests that the `nats` client uses. */
const oldest = { major: 2, minor: 9 };
const timeoutMs = 10_000;

/** Why this program will not do; undefined when it will. */
export async function checkNatsServer(program: string, signal: AbortSignal): Promise<string | undefined> {
  const { status, stdout, stderr } = await runToEnd(program, ['--version'], { timeoutMs, signal });
  const version = /v?(\d+)\.(\d+)\.\d+/.exec(stdout);
  if (status !== 0 || version === null)
    return `it does not run (${(stderr || stdout).trim() || 'no output'})`;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const isNewEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  return isNewEnough ? undefined : `${version[0]} is older than ${oldest.major}.${oldest.minor}`;
}
