/**
 * `npm run rollout -- --streams 200 --rounds 2`: the production shape on one machine, behind a balancer, every service
 * restarted under load as a Deployment does it; afterwards what clients saw, and the books.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { surviveClosedTerminal } from '../start/say.ts';
import { withTestParts } from '../test/with-test-parts.ts';

let status = 1;

surviveClosedTerminal();
const isComplete = await withTestParts({
  needsBrowser: false,
  async run({ env, signal }) {
    // A process of its own: the mark and the parts are in its environment, where the tests look for them.
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'rollout-process.ts'), ...process.argv.slice(2)],
      { env, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    [status] = await once(child, 'exit');
  },
});
process.exit(isComplete && status === 0 ? 0 : 1);
