import { apply, diff } from './apply.ts';
import { bill } from './bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { help, usageOf } from './help.ts';
import { keys } from './keys.ts';
import { ledger } from './ledger.ts';
import { logs } from './logs.ts';
import { prices } from './prices.ts';
import { usage } from './usage.ts';
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
  usage,
};

// Whoever reads may have seen enough, as `head` has: what was begun is done all the same, and how it ended is said.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<ExitStatus> {
  // Options without a value may stand before the verb as well.
  const place = words.findIndex((word) => !word.startsWith('-'));
  const verb = place < 0 ? 'help' : (words[place] ?? '');
  const others = words.filter((_, index) => index !== place);
  if (asksForHelp(others)) return help(place < 0 ? [] : [verb]);
  const of = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!of) return sayUsage(verb, `There is no "headgate ${verb}".`);
  try {
    return await of(others);
  } catch (error) {
    if (error instanceof WordsError) return sayUsage(verb, error.message);
    process.stderr.write(`headgate itself failed:\n${error instanceof Error ? error.stack : error}\n`);
    return 4;
  }
}

/** What stands behind `--` is no option. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

function sayUsage(verb: string, problem: string): ExitStatus {
  process.stderr.write(problem === '' ? usageOf(verb) : `${problem}\n\n${usageOf(verb)}`);
  return 2;
}
