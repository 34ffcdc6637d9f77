import { watchParents } from './watch-parents.ts';

/**
 * One Ctrl-C arrives up to three times: from the terminal, from npm and from the bootstrap. Only what comes
 * later is a second wish.
 */
const sameRequestMs = 2_000;

/** Calls `stop` once: at a signal, or when those who run us are gone. Asked again, everything ends at once. */
export function onStopRequest(lockFile: string, stop: (reason: string) => void): () => void {
  let firstAt: number | undefined;
  const request = (reason: string): void => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      stop(reason);
    } else if (Date.now() - firstAt > sameRequestMs) {
      process.stderr.write('Stopping at once\n');
      // The reaper sees us gone and ends what is left.
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  return watchParents(lockFile, request);
}
