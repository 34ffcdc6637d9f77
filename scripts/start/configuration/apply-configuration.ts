import { join } from 'node:path';
import { runToEnd } from '../processes/run-to-end.ts';
import { repository } from '../repository.ts';
import type { Say } from '../say.ts';
import { StartError } from '../start-error.ts';
import type { Configuration } from './read-configuration.ts';

/** The command gives up by itself before that: it waits ten minutes for account, which may have many purses to open. */
const timeoutMs = 11 * 60_000;
/** A line for each of hundreds of thousands of keys. */
const keptCharacters = 64 * 1024 * 1024;

/** Applies the configuration through the same command that people use. Answers whether it changed anything. */
export async function applyConfiguration(
  configuration: Configuration,
  options: {
    programsDir: string;
    env: NodeJS.ProcessEnv;
    accountAddress: string;
    say: Say;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const { programsDir, env, accountAddress, say, signal } = options;
  const command = join(programsDir, 'headgate.js');
  const { file, variables } = configuration;
  const result = await runToEnd(process.execPath, [command, 'apply', '--json', file], {
    cwd: repository,
    env: { ...env, ...variables, HEADGATE_ACCOUNT_ADDRESS: accountAddress },
    signal,
    timeoutMs,
    keptCharacters,
  });
  if (result.status !== 0) {
    const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
    throw new StartError(`The configuration ${file} was not applied:\n${reason}`);
  }
  const { changes, warnings }: Applied = JSON.parse(result.stdout);
  for (const warning of warnings) say(`  warning: ${warning}`);
  for (const change of changes) say(`  ${change}`);
  if (changes.length === 0) say('  nothing to change');
  return changes.length > 0;
}

/** What the command prints. */
interface Applied {
  changes: string[];
  warnings: string[];
}
