import { join } from 'node:path';
import { port, readConfig, text } from '@headgate/runtime/config';

export type Config = ReturnType<typeof readConsoleConfig>;

export function readConsoleConfig(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    httpHost: text('HEADGATE_HTTP_HOST', '127.0.0.1'),
    httpPort: port('HEADGATE_HTTP_PORT', 0),
    /** What `vite build` has made. */
    pagesDir: text('HEADGATE_CONSOLE_DIR', join(import.meta.dirname, '../../dist')),
  });
}
