/** The environment of a process whose wall clock is elsewhere. */
export function shiftedClock(shiftMs: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${import.meta.resolve('./shift-clock.ts')}`,
    HEADGATE_CLOCK_SHIFT_MS: String(shiftMs),
  };
}
