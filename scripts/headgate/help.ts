import type { ExitStatus } from './exit-status.ts';

export const usage = `headgate apply [--prune] FILE     apply a configuration file (YAML)
                                  --prune removes what an earlier file made and this one no longer names
                                  "\${NAME}" in the file is the environment variable NAME, "$\${" is "\${"
headgate bill explain [--json] ID how what a request was billed came about, line by line
                                  ID is what its answer had in x-request-id
headgate prices import FILE       merge the prices of a file into those that are applied; nothing else is touched
                                  FILE names models with their prices, as a configuration file does
                                  --format litellm reads model_prices_and_context_window.json instead
                                  --models 'gpt-4o*,claude-*' takes only these; --dry-run only says what would change
headgate ledger verify            replay every entry of the ledger and compare; ends with 1 when something contradicts
headgate ledger balance PURSE     what a purse was granted and had used; --at 2026-11-21T12:00Z: at that moment
headgate ledger parked list       what the ledger could not book and what waits; --all: also what was booked or dropped since
headgate ledger parked show N     one of them, as JSON, with all that was done to it
headgate ledger parked repair N FILE --reason WORDS
                                  replace it by the JSON of a file; what came is kept
headgate ledger parked replay N   book it as if it came now
headgate ledger parked drop N --reason WORDS
                                  give it up; --by NAME says who acts (the system's user unless given)
headgate help                     show this

HEADGATE_ACCOUNT_ADDRESS is where the account service answers, for example 127.0.0.1:7001. Without it the
system that "npm start" runs in HEADGATE_HOME (.headgate/ unless set) is meant. A service that does not answer
yet is waited for, HEADGATE_APPLY_PATIENCE_MS (15000) milliseconds. HEADGATE_LEDGER_ADDRESS is the same for the ledger.
`;

export function help(): ExitStatus {
  process.stdout.write(usage);
  return 0;
}
