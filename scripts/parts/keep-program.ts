import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { adopt, completeMark, temporaryBeside } from '../toolchain/tool-folder.mjs';
import type { Check, Found, Search } from './search.ts';

/** Puts one program that was brought into the home, at this path, if it will do. */
export async function keepProgram(
  brought: string,
  { programPath, check }: { programPath: string; check: Check },
  { target, signal }: Search,
): Promise<Found> {
  const problem = await check(brought, signal);
  if (problem !== undefined) return { reason: `the ${basename(programPath)} that was fetched: ${problem}` };
  const temporary = temporaryBeside(target);
  mkdirSync(dirname(join(temporary, programPath)), { recursive: true });
  copyFileSync(brought, join(temporary, programPath));
  chmodSync(join(temporary, programPath), 0o755);
  writeFileSync(join(temporary, completeMark), JSON.stringify([programPath]));
  adopt(temporary, target);
  return { program: join(target, programPath) };
}
