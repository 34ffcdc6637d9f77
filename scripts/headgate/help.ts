import type { ExitStatus } from './exit-status.ts';

export const usage = `headgate apply [--prune] FILE   apply a configuration file (YAML)
                                --prune removes what an earlier file made and this one no longer names
                                "\${NAME}" in the file is the environment variable NAME, "$\${" is "\${"
headgate help                   show this

HEADGATE_ACCOUNT_ADDRESS is where the account service answers, for example 127.0.0.1:7001. Without it the
system that "npm start" runs in HEADGATE_HOME (.headgate/ unless set) is meant. A service that does not answer
yet is waited for, HEADGATE_APPLY_PATIENCE_MS (15000) milliseconds.
`;

export function help(): ExitStatus {
  process.stdout.write(usage);
  return 0;
}
