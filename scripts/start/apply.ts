import { join } from 'node:path';
import type { Configuration } from './configuration.ts';
import { runToEnd } from './processes/run-to-end.ts';
import { repository } from './repository.ts';
import type { Say } from './say.ts';
import { StartError } from './start-error.ts';

const command = join(repository, 'scripts/headgate/main.ts');
const timeoutMs = 60_000;

/** Applies the configuration through the same command that people use. */
export async function applyConfiguration(
  configuration: Configuration,
  options: { env: NodeJS.ProcessEnv; accountAddress: string; say: Say; signal: AbortSignal },
): Promise<void> {
  const { env, accountAddress, say, signal } = options;
  const { file, variables } = configuration;
  const result = await runToEnd(process.execPath, [command, 'apply', file], {
    cwd: repository,
    env: { ...env, ...variables, HEADGATE_ACCOUNT_ADDRESS: accountAddress },
    signal,
    timeoutMs,
  });
  if (result.status !== 0) {
    const reason = `${result.stderr}\n${result.stdout}`.trim() || 'it did not end in time';
    throw new StartError(`The configuration ${file} was not applied:\n${reason}`);
  }
  for (const line of result.stdout.split('\n').filter((text) => text !== '')) say(`  ${line}`);
}
