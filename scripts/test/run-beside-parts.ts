import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { surviveClosedTerminal } from '../start/say.ts';
import { withTestParts } from './with-test-parts.ts';

/**
 * Runs a program with the arguments of this process, beside the parts that tests have, and ends as it ended. It is a process of
 * its own: the mark and the parts are in its environment, where what it starts looks for them.
 */
export async function runBesideParts(program: string): Promise<never> {
  let status = 1;
  surviveClosedTerminal();
  const isComplete = await withTestParts({
    needsBrowser: false,
    async run({ env, signal }) {
      const child = spawn(process.execPath, [program, ...process.argv.slice(2)], {
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      signal.addEventListener('abort', () => child.kill('SIGKILL'));
      [status] = await once(child, 'exit');
    },
  });
  process.exit(isComplete && status === 0 ? 0 : 1);
}
