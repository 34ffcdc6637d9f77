/**
 * `npm run image`: builds the image of compose.yaml with Debian's buildah, on a base made of Debian's packages, and proves
 * it: every process runs from the image's own root, requests go through, and all stop by SIGTERM with status 0. Takes
 * minutes, and root.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { say, surviveClosedTerminal } from '../start/say.ts';
import { withTestParts } from '../test/with-test-parts.ts';

let status = 1;

surviveClosedTerminal();
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  say(
    'Only root on Debian can do this: it makes root file systems and mounts them. Elsewhere: docker build, README.md.',
  );
} else {
  const isComplete = await withTestParts({
    needsBrowser: false,
    async run({ env, directory, signal }) {
      // A process of its own: the mark and the parts are in its environment, where the harness looks for them.
      const child = spawn(process.execPath, [join(import.meta.dirname, 'prove-image.ts'), directory], {
        env: { ...env, HOME: process.env.HOME, HEADGATE_HOME: process.env.HEADGATE_HOME },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      signal.addEventListener('abort', () => child.kill('SIGTERM'));
      [status] = await once(child, 'exit');
    },
  });
  if (!isComplete) status = 1;
}
process.exit(status ?? 1);
