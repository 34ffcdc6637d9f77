import { closeServer, spareAnswersOf } from '@headgate/runtime/close-server';
import type { Service } from '@headgate/runtime/lifecycle';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createPrivateServer } from '@headgate/runtime/security/private-http';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { readPages } from './pages.ts';

/** Serves the built pages until the process is told to stop. */
export async function startConsole(
  { identity, log, security, onStop }: Service,
  config: Config,
): Promise<void> {
  const app = createApp(readPages(config.pagesDir), identity);
  const server = createPrivateServer(security, {}, app);
  spareAnswersOf(server);
  await listen(server, { host: config.httpHost, port: config.httpPort });
  onStop('http port', () => closeServer(server));
  log.info({ httpPort: boundPort(server) }, 'http port is open');
}
