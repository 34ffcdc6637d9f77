import { apply } from './apply.ts';
import { bill } from './bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { help, usage } from './help.ts';
import { ledger } from './ledger.ts';
import { prices } from './prices.ts';

/** The verbs of the command, one file each. */
const verbs: Record<string, (words: readonly string[]) => Promise<ExitStatus> | ExitStatus> = {
  apply,
  bill,
  help,
  ledger,
  prices,
};

const [verb = 'help', ...words] = process.argv.slice(2);
const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
if (run) {
  process.exitCode = await run(words);
} else {
  process.stderr.write(`There is no "headgate ${verb}".\n\n${usage}`);
  process.exitCode = 2;
}
