/** What is tried again every second fails for the same reason for as long as a database or a broker is away. */
const sayEveryMs = 60_000;

/**
 * Makes what says whether a failure is to be told: one of its kind in a minute, and each of another kind than the last. It gives how
 * many there were since the last that was told, this one included, and undefined where it is only counted.
 */
export function countAlike(
  now: () => number = () => performance.now(),
): (kind: string) => number | undefined {
  let said: string | undefined;
  let saidAt = 0;
  let unsaid = 0;
  return (kind) => {
    unsaid += 1;
    if (kind === said && now() - saidAt < sayEveryMs) return undefined;
    const failures = unsaid;
    said = kind;
    saidAt = now();
    unsaid = 0;
    return failures;
  };
}
