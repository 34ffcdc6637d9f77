import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

export interface RunningSandbox {
  /** `http://<host>:<port>`, without a slash at the end. */
  url: string;
  /** Closes every connection at once; requests in progress end as aborted. */
  stop(): Promise<void>;
}

/** Serves a sandbox. Vendors keep idle connections for long and let slow requests be, so nothing times out. */
export async function serveSandbox(
  address: { host: string; port: number },
  options: SandboxOptions,
): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createServer(
    { keepAlive: true, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 64 * 1024 },
    sandbox.listener,
  );
  server.on('upgrade', sandbox.upgrade);
  await listen(server, address);
  return {
    url: `http://${address.host}:${boundPort(server)}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      sandbox.cut();
      await closed;
      await sandbox.close();
    },
  };
}
