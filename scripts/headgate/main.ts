import { apply, diff } from './apply.ts';
import { bill } from './bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { help, usage } from './help.ts';
import { keys } from './keys.ts';
import { ledger } from './ledger.ts';
import { logs } from './logs.ts';
import { prices } from './prices.ts';
import { usage as usageOf } from './usage.ts';
import { WordsError } from './words-error.ts';

/** The verbs of the command, by the file of each. */
const verbs: Record<string, (words: readonly string[]) => Promise<ExitStatus> | ExitStatus> = {
  apply,
  bill,
  diff,
  help,
  keys,
  ledger,
  logs,
  prices,
  usage: usageOf,
};

// Whoever reads may have seen enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const [verb = 'help', ...words] = process.argv.slice(2);
process.exitCode = await run(verb, words);

async function run(verb: string, words: readonly string[]): Promise<ExitStatus> {
  const of = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!of) return sayUsage(`There is no "headgate ${verb}".`);
  try {
    return await of(words);
  } catch (error) {
    if (error instanceof WordsError) return sayUsage(error.message);
    throw error;
  }
}

function sayUsage(problem: string): ExitStatus {
  process.stderr.write(problem === '' ? usage : `${problem}\n\n${usage}`);
  return 2;
}
