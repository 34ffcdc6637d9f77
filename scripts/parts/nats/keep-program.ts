import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adopt, completeMark, temporaryBeside } from '../../toolchain/tool-folder.mjs';
import { checkNatsServer } from './check-nats-server.ts';
import { type Found, programPath, type Search } from './find-nats-server.ts';

/** Puts a program that was brought into the home, if it runs. */
export async function keepProgram(brought: string, { target, signal }: Search): Promise<Found> {
  const problem = await checkNatsServer(brought, signal);
  if (problem !== undefined) return { reason: `the nats-server that was fetched: ${problem}` };
  const temporary = temporaryBeside(target);
  mkdirSync(dirname(join(temporary, programPath)), { recursive: true });
  copyFileSync(brought, join(temporary, programPath));
  chmodSync(join(temporary, programPath), 0o755);
  writeFileSync(join(temporary, completeMark), JSON.stringify([programPath]));
  adopt(temporary, target);
  return { program: join(target, programPath) };
}
