/**
 * `npm run screenshots -- [FOLDER] [--readme]`: pictures of every page of the console, on the books of a gateway in use; by
 * default into `.headgate/screenshots`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { surviveClosedTerminal } from '../start/say.ts';
import { withTestParts } from '../test/with-test-parts.ts';

let status = 1;

surviveClosedTerminal();
const isComplete = await withTestParts({
  needsBrowser: true,
  async run({ env, signal, browser }) {
    // A process of its own: the mark and the parts are in its environment, where worlds look for them.
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'take-screenshots.ts'), ...process.argv.slice(2)],
      {
        env: { ...env, ...(await browser) },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    [status] = await once(child, 'exit');
  },
});
process.exit(isComplete && status === 0 ? 0 : 1);
