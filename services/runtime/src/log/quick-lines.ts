import { pino } from 'pino';
import type { Log } from '../log.ts';
import { hideSecrets } from './hide-secrets.ts';

/** What a member of such a line may be; nothing is said of one that is undefined. */
export type LineMember = string | number | boolean | undefined;

type Level = 'debug' | 'info';

/** Text that stands in JSON as it is. */
const plain = /^[ !#-[\]-~]*$/;

/**
 * Writes lines of the same members, for what happens with every request: to the letter what the log would write, in a third of the
 * library's 2.7 µs, since it knows the names and that none of them holds a secret.
 */
export function createQuickLines<Name extends string>(
  log: Log,
  names: readonly Name[],
  message: string,
): (level: Level, members: { readonly [name in Name]: LineMember }) => void {
  refuseSecrets(names);
  const parts = names.map((name) => ({ name, before: `,${JSON.stringify(name)}:` }));
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  const { begins, levels, bound, output, timestamp } = partsOf(log);
  return (level, members) => {
    if (!log.isLevelEnabled(level)) return;
    let line = begins[levels[level]] + timestamp() + bound;
    for (const { name, before } of parts) {
      const value: LineMember = members[name];
      if (value !== undefined) line += before + toJson(value);
    }
    output.write(line + end);
  };
}

function toJson(value: string | number | boolean): string {
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value);
}

function refuseSecrets(names: readonly string[]): void {
  for (const name of names)
    if (hideSecrets({ [name]: true })[name] !== true)
      throw new Error(`No line tells ${name}, which is a secret`);
}

/** What the library makes a line of, which it calls by symbols that it publishes. */
interface LogParts {
  /** How a line begins, by the number of its level. */
  begins: Readonly<Record<number, string>>;
  levels: Readonly<Record<Level, number>>;
  /** What every line says. */
  bound: string;
  output: { write(line: string): unknown };
  timestamp: () => string;
}

function partsOf(log: Log): LogParts {
  const { lsCacheSym, chindingsSym, streamSym, timeSym } = pino.symbols;
  const of = <Part>(symbol: symbol): Part => Reflect.get(log, symbol);
  const { debug = 20, info = 30 } = log.levels.values;
  return {
    begins: of(lsCacheSym),
    levels: { debug, info },
    bound: of(chindingsSym),
    output: of(streamSym),
    timestamp: of(timeSym),
  };
}
