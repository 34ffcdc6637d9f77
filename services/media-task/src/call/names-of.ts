import type { Task } from '../task/task.ts';
import type { Account } from '../upstreams/upstream.ts';

/** Shorter ones are no secrets, and may stand in any word. */
const shortestName = 4;

/**
 * What an upstream's words must not hold, whatever it looks like: its credential, the parts of it, where it is, and what it
 * calls a model that clients know by another name.
 */
export function namesOf(
  { key = '', baseUrl }: Pick<Account, 'key' | 'baseUrl'>,
  { model, upstreamModel }: Pick<Task, 'model' | 'upstreamModel'>,
): string[] {
  const { host = '', hostname = '' } = URL.parse(baseUrl) ?? {};
  const names = [key, ...key.split(':').filter((part) => part.length >= shortestPart), host, hostname];
  if (upstreamModel !== model) names.push(upstreamModel);
  // The longest first: what is left of one behind a shorter one would be told.
  return names.filter((name) => name.length >= shortestName).sort((one, other) => other.length - one.length);
}

const shortestPart = 12;
