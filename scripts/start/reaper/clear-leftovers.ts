import type { Say } from '../say.ts';
import { StartError } from '../start-error.ts';
import { findMarkedProcesses } from './marked-processes.ts';
import { stopMarked } from './stop-marked.ts';

/** Stops what a start that was killed left behind, should its reaper be gone or not done yet. */
export async function clearLeftovers(previousSupervisor: string | undefined, say: Say): Promise<void> {
  if (previousSupervisor === undefined) return;
  const find = () => findMarkedProcesses(previousSupervisor) ?? [];
  if (find().length === 0) return;
  say('Stopping what an earlier start left behind ...');
  const left = await stopMarked(find);
  if (left.length === 0) return;
  const pids = left.map(({ pid }) => pid).join(' ');
  throw new StartError(
    `Processes of an earlier start do not end: ${pids}. End them with \`kill -9 ${pids}\`.`,
  );
}
