import type { ExitStatus } from './exit-status.ts';

export const usage = `headgate apply [--prune] FILE     apply a configuration file (YAML)
                                  --prune removes what an earlier file made and this one no longer names
                                  FILE of every verb may be -, which is standard input
                                  "\${NAME}" in the file is the environment variable NAME, "$\${" is "\${"
headgate diff [--prune] FILE      what apply would change; ends with 3 when that is something
headgate keys create NAME         make a key of your own, and print its text; --quota UNITS (else its user's bounds it)
                                  --models 'a,b' --group NAME --expires 30d
headgate keys list                your keys; --everybody: all of them, for administrators
headgate keys revoke ID...        take keys of your own out of use for good
headgate usage                    what you used, by model; for administrators --everybody: all, --user NAME: one
                                  --since 7d --until 2026-11-21T12:00Z (the last day else), --by key, group or channel
                                  hours that the time cuts are counted whole
headgate logs tail                your newest requests; --everybody; --follow goes on; --lines 50 --model NAME --key NAME
headgate bill explain ID          how what a request was billed came about, line by line
                                  ID is what its answer had in x-request-id
headgate prices import FILE       merge the prices of a file into those that are applied; nothing else is touched
                                  FILE names models with their prices, as a configuration file does
                                  --format litellm reads model_prices_and_context_window.json instead
                                  --models 'gpt-4o*,claude-*' takes only these; --dry-run only says what would change
headgate ledger verify            replay every entry of the ledger and compare; ends with 1 when something contradicts
headgate ledger balance PURSE     what a purse was granted and had used; --at 2026-11-21T12:00Z: at that moment
headgate ledger holds list        what is held for longer than any task takes, and whether its task is still open; --all: all that is held
headgate ledger holds release ID... --reason WORDS
                                  give back what no task will end; refused while its task may still be billed
                                  --by NAME says who acts (the system's user unless given)
headgate ledger parked list       what the ledger could not book and what waits; --all: also what was booked or dropped since
headgate ledger parked show N     one of them, as JSON, with all that was done to it
headgate ledger parked repair N FILE --reason WORDS
                                  replace it by the JSON of a file; what came is kept
headgate ledger parked replay N   book it as if it came now
headgate ledger parked drop N --reason WORDS
                                  give it up; --by NAME says who acts (the system's user unless given)
headgate help [VERB]              show this, or what is said of one verb; so does --help

--json, anywhere: one JSON document on standard output, or a line of JSON for each where there may be many (keys list, logs
tail, ledger parked list, ledger holds), and nothing else there. What went wrong is always said on standard error.

It ends with 0 when all is done, with 1 when it was refused or something contradicts, with 2 when it was not understood or
nobody answered, "diff" with 3 when there are changes, and with 4 when the command itself failed.

keys, usage and logs ask the gateway at HEADGATE_URL as the user of HEADGATE_ACCESS_TOKEN, a personal access token; without
HEADGATE_URL, the system that "npm start" runs, as its root. The others ask services:
HEADGATE_ACCOUNT_ADDRESS is where the account service answers, for example 127.0.0.1:7001. Without it the
system that "npm start" runs in HEADGATE_HOME (.headgate/ unless set) is meant. A service that does not answer
yet is waited for, HEADGATE_APPLY_PATIENCE_MS (15000) milliseconds. HEADGATE_LEDGER_ADDRESS is the same for the ledger,
and HEADGATE_MEDIA_ADDRESS for media-api, which "ledger holds" asks as well.
`;

/** The lines of one verb; of a verb that there is not, how to see all. */
export function usageOf(verb: string): string {
  const entries = entriesOf(verb);
  return entries.length === 0 ? '"headgate help" shows what there is.\n' : `${entries.join('\n')}\n`;
}

function entriesOf(verb: string): string[] {
  const [commands = ''] = usage.split('\n\n', 1);
  return commands.split(/\n(?=headgate )/).filter((entry) => entry.startsWith(`headgate ${verb} `));
}

/** `headgate help [VERB]`. */
export function help(words: readonly string[]): ExitStatus {
  const verb = words.find((word) => word !== '--json');
  if (verb !== undefined && entriesOf(verb).length === 0) {
    process.stderr.write(`There is no "headgate ${verb}".\n\n${usageOf(verb)}`);
    return 2;
  }
  process.stdout.write(verb === undefined ? usage : usageOf(verb));
  return 0;
}
