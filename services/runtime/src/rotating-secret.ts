/**
 * A secret while it is exchanged for another. What was made with any of them is good, so that processes that know the next one
 * already run beside processes that do not use it yet.
 */
export interface RotatingSecret {
  /** What everything is made with now. */
  current: Buffer;
  /** The next one, before it is used anywhere; the previous one, as long as something made with it is left. */
  others: readonly Buffer[];
}

/** All of them, the current one first. */
export function allOf({ current, others }: RotatingSecret): Buffer[] {
  return [current, ...others];
}
