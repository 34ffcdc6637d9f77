import { findTool } from '../nats/find-tool.ts';
import { checkValkey } from './check-valkey.ts';
import type { Found, Search } from './find-valkey.ts';

const names = ['valkey-server', 'redis-server'];

export async function findOnPath({ env, signal }: Search): Promise<Found> {
  const reasons: string[] = [];
  for (const program of names.map((name) => findTool(name, env))) {
    if (program === undefined) continue;
    const problem = await checkValkey(program, signal);
    if (problem === undefined) return { program };
    reasons.push(`${program}: ${problem}`);
  }
  return { reason: reasons.join('; ') || 'there is none on PATH' };
}
