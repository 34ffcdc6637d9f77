import { runService } from '@headgate/runtime/lifecycle';
import { readSandboxConfig } from './config.ts';
import { serveSandbox } from './serve.ts';

await runService('sandbox', async ({ log, onStop }) => {
  const { host, port, logFile, mediaMs } = readSandboxConfig(process.env);
  const sandbox = await serveSandbox(
    { host, port },
    { logFile, mediaMs, onError: (error) => log.error({ err: error }, 'a request could not be answered') },
  );
  onStop('http port', sandbox.stop);
  log.info({ url: sandbox.url }, 'simulating vendors');
});
