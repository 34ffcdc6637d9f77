import { Writable } from 'node:stream';
import { createHealth } from '@headgate/runtime/health';
import type { Service } from '@headgate/runtime/lifecycle';
import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { identifyProcess } from '@headgate/runtime/process/identify-process';
import { plain } from '@headgate/runtime/security/security';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { type Config, readIngressConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { createContext } from '../create-context.ts';
import { startKeyWatch, startPublicPort } from '../start.ts';
import { type ScriptedAccount, startScriptedAccount } from './scripted-account.ts';
import { type ScriptedLedger, startScriptedLedger } from './scripted-ledger.ts';
import { type ScriptedMediaTask, startScriptedMediaTask } from './scripted-media-task.ts';
import { type ScriptedTextGateway, startScriptedTextGateway } from './scripted-text-gateway.ts';

/** A whole ingress on a port of its own, with scripted services behind real sockets. */
export interface World {
  url: string;
  port: number;
  account: ScriptedAccount;
  ledger: ScriptedLedger;
  text: ScriptedTextGateway;
  media: ScriptedMediaTask;
  context: Context;
  service: TestService;
  /** Lines of the log, parsed. */
  lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

export interface TestService extends Service {
  /** Runs the steps of the stop, as the process would, after a pause. */
  stop(pauseMs?: number): Promise<void>;
}

export async function startWorld(changes: Partial<Config> = {}): Promise<World> {
  const account = await startScriptedAccount();
  const ledger = await startScriptedLedger();
  const text = await startScriptedTextGateway();
  const media = await startScriptedMediaTask();
  const lines: Record<string, unknown>[] = [];
  const service = createTestService(lines);
  const config = testConfig({
    HEADGATE_ACCOUNT_ADDRESS: account.address(),
    HEADGATE_LEDGER_ADDRESS: ledger.address,
    HEADGATE_TEXT_GATEWAY_ADDRESS: text.address(),
    HEADGATE_MEDIA_ADDRESS: media.address,
  });
  const context = createContext(service, { ...config, ...changes });
  startKeyWatch(service, context);
  const server = await startPublicPort(service, context);
  service.health.started();
  await waitFor(() => service.health.report().ready, 'ingress is ready');
  if (context.config.textLink) await waitFor(() => hasLink(service), 'the link to text-gateway is ready');
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    account,
    ledger,
    text,
    media,
    context,
    service,
    lines,
    async stop() {
      await service.stop();
      await Promise.all([account.stop(), ledger.stop(), text.kill(), media.stop()]);
    },
  };
}

async function hasLink({ metrics }: Service): Promise<boolean> {
  const values = (await metrics.getSingleMetric('headgate_ingress_text_links')?.get())?.values ?? [];
  return values.some(({ value }) => value > 0);
}

/** What ingresses of tests sign callers with. */
export const testCallerSecret = { current: Buffer.alloc(32, 7), others: [] };

export function testConfig(env: NodeJS.ProcessEnv): Config {
  return readIngressConfig({
    NATS_URL: 'nats://127.0.0.1:1',
    HEADGATE_HTTP_PORT: '0',
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: '127.0.0.1:1',
    HEADGATE_MEDIA_ADDRESS: '127.0.0.1:1',
    HEADGATE_MEDIA_HTTP_ADDRESS: '127.0.0.1:1',
    HEADGATE_CONSOLE_HTTP_ADDRESS: '127.0.0.1:1',
    HEADGATE_CALLER_SECRET: testCallerSecret.current.toString('base64'),
    HEADGATE_MEDIA_RESEND_MS: '100',
    HEADGATE_STOP_GRACE_MS: '100',
    HEADGATE_FAILED_AUTH_LIMIT: '10000',
    ...env,
  });
}

export function createTestService(lines: Record<string, unknown>[]): TestService {
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const draining = new AbortController();
  const stopping = new AbortController();
  const steps: (() => Promise<void> | void)[] = [];
  const health = createHealth();
  return {
    name: 'ingress',
    identity: identifyProcess('ingress'),
    log: createLog('ingress', 'debug', destination),
    health,
    metrics: createRegistry('ingress'),
    security: plain,
    draining: draining.signal,
    stopping: stopping.signal,
    giveUp: (reason) => {
      throw new Error(reason);
    },
    onStop: (_step, run) => steps.push(run),
    async stop(pauseMs = 0) {
      health.drain();
      draining.abort();
      await wait(pauseMs);
      stopping.abort();
      for (const run of steps.splice(0).reverse()) await run();
    },
  };
}
