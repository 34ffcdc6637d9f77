/**
 * `npm run chaos -- --minutes 10 --seed 1 --clients 12`: the whole system under load while its processes are killed
 * with SIGKILL, in turn and at random; afterwards the invariants of the money, joined on the sandbox's log.
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
      [join(import.meta.dirname, 'chaos-process.ts'), ...process.argv.slice(2)],
      { env, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    [status] = await once(child, 'exit');
  },
});
process.exit(isComplete && status === 0 ? 0 : 1);
