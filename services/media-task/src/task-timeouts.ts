import { mediaFamilies } from '@headgate/proto/media-families';
import type { Field } from '@headgate/runtime/config';

/** Milliseconds by the name of a family: `V6=7200000,mj=1800000`. */
export function millisecondsByFamily(variable: string): Field<ReadonlyMap<string, number>> {
  return { variable, parse, fallback: { value: new Map() } };
}

interface TaskTimes {
  taskTimeouts: ReadonlyMap<string, number>;
  taskTimeoutMs: number;
}

/** How long a task of a family may take in all, in milliseconds. */
export function timeoutOf({ taskTimeouts, taskTimeoutMs }: TaskTimes, family: string): number {
  return taskTimeouts.get(family) ?? taskTimeoutMs;
}

/** A name that no family has would leave the one that was meant with the time of all others. */
function parse(text: string): ReadonlyMap<string, number> {
  const timeouts = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, name = '', digits] = /^\s*([\w-]+)=(\d{1,12})\s*$/.exec(entry) ?? [];
    if (name === '' || Number(digits) < 1)
      throw new Error(`must hold families with milliseconds, as V6=7200000, not "${entry}"`);
    if (!mediaFamilies.some((family) => family === name))
      throw new Error(`must hold families out of ${mediaFamilies.join(', ')}, not "${name}"`);
    if (timeouts.has(name)) throw new Error(`must hold each family once, and has "${name}" twice`);
    timeouts.set(name, Number(digits));
  }
  return timeouts;
}
