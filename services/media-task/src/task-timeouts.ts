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

function parse(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(',').map((entry) => {
      const [, name, digits] = /^\s*([\w-]+)=(\d{1,12})\s*$/.exec(entry) ?? [];
      if (name === undefined || Number(digits) < 1) {
        throw new Error(`must hold families with milliseconds, as V6=7200000, not "${entry}"`);
      }
      return [name, Number(digits)] as const;
    }),
  );
}
