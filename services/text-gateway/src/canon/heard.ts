import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';

/** Beyond what any vendor takes at once. */
const mostSeconds = 1_000_000;

/** So many milliseconds of sound. */
export function heard(ms: number): Metered {
  return { unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', quantity: BigInt(ms) };
}

/** So many seconds of sound, as an upstream says them; nothing where they are no length. */
export function readHeard(seconds: unknown): Metered[] {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= mostSeconds)) return [];
  return [heard(Math.round(seconds * 1_000))];
}
