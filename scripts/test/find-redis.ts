import { findValkey } from '../parts/valkey/find-valkey.ts';
import type { Home } from '../start/home/home.ts';
import type { Say } from '../start/say.ts';

/** What tests of shared limits find their server by: its path, or the reason for which they are skipped. */
export type RedisEnv = { HEADGATE_REDIS_SERVER: string } | { HEADGATE_NO_REDIS: string };

/** Never rejects: all other tests run without one. */
export async function findRedis(
  home: Home,
  options: { env: NodeJS.ProcessEnv; say: Say; signal: AbortSignal },
): Promise<RedisEnv> {
  try {
    return { HEADGATE_REDIS_SERVER: await findValkey(home, options) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!options.signal.aborted) options.say(`skip tests of shared limits: ${reason}`);
    return { HEADGATE_NO_REDIS: reason };
  }
}
