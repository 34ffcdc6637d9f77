import { integer, readConfig } from '@headgate/runtime/config';

const settings = {
  /** How long the account service is waited for. */
  patienceMs: integer('HEADGATE_APPLY_PATIENCE_MS', 15_000),
};

export function readPatience(env: NodeJS.ProcessEnv): number {
  return readConfig(env, settings).patienceMs;
}
