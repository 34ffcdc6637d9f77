import { type Manifest, workloadsOf } from '../manifest.ts';
import { environmentOf } from './environment.ts';

/** For what comes after the grace: slices, closes, connections. */
const marginMs = 20_000;
/** What ends one after the other, each with a grace of its own. */
const graces: Readonly<Record<string, number>> = { 'media-api': 2 };
/** While the database is away: who has a vendor's name of a task keeps trying to write it down (`step/sends/note-submitted.ts`). */
const namesMs = 5 * 60_000;
const keepsNames = ['media-api', 'media-worker'];
/** To connect, before an image is waited for. */
const connectMs = 10_000;

/** Whoever is told to stop is given the time that its own settings promise to what is under way. */
export function patient(manifest: Manifest): string[] {
  const running = workloadsOf(manifest).filter(({ kind, isOurs }) => isOurs && kind !== 'Job');
  return running.flatMap((workload) => {
    const { variables } = environmentOf(workload, manifest);
    const milliseconds = (variable: string): number => Number(variables[variable] ?? 0);
    const needed =
      milliseconds('HEADGATE_STOP_PAUSE_MS') +
      milliseconds('HEADGATE_STOP_GRACE_MS') * (graces[workload.name] ?? 1) +
      (workload.name === 'media-worker' ? milliseconds('HEADGATE_IMAGE_TIMEOUT_MS') + connectMs : 0) +
      (keepsNames.includes(workload.name) ? namesMs : 0) +
      marginMs;
    const given = (workload.pod.terminationGracePeriodSeconds ?? 30) * 1_000;
    return given < needed
      ? [`${workload.name} is killed after ${given} ms, and may take ${needed} ms to stop`]
      : [];
  });
}
