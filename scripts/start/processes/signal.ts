/**
 * Sends a signal; a process or group (a negative pid) that is gone has nothing to get, nor has one whose pid
 * has meanwhile passed to somebody else's process.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
