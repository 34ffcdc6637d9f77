/** `npm run screenshots -- [FOLDER]`: pictures of every page of the console, on the books of a gateway in use. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { repository } from '../start/repository.ts';
import { surviveClosedTerminal } from '../start/say.ts';
import { withTestParts } from '../test/with-test-parts.ts';

const folder = resolve(process.argv[2] ?? join(repository, '.headgate/screenshots'));
let status = 1;

surviveClosedTerminal();
const isComplete = await withTestParts({
  needsBrowser: true,
  async run({ env, signal, browser }) {
    // A process of its own: the mark and the parts are in its environment, where worlds look for them.
    const child = spawn(process.execPath, [join(import.meta.dirname, 'take-screenshots.ts'), folder], {
      env: { ...env, ...(await browser) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    signal.addEventListener('abort', () => child.kill('SIGKILL'));
    [status] = await once(child, 'exit');
  },
});
process.exit(isComplete && status === 0 ? 0 : 1);
