/**
 * `npm run drill -- restore` and `npm run drill -- rotate`: what a platform team exercises before it must be done. The system
 * runs under load meanwhile; raw counts are printed, and the command fails when anything was lost.
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
    // A process of its own: the mark and the parts are in its environment, where what it starts looks for them.
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'drill-process.ts'), ...process.argv.slice(2)],
      { env, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    [status] = await once(child, 'exit');
  },
});
process.exit(isComplete && status === 0 ? 0 : 1);
