import { findTool } from '../find-tool.ts';
import type { Found, Search } from '../search.ts';
import { checkValkey } from './check-valkey.ts';

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
