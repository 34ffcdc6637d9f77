/** Calls that run go on when their connection takes no others: a pod that stops, or is not listed any more. */
import { credentials, Metadata, Server, ServerCredentials } from '@grpc/grpc-js';
import {
  type HealthCheckResponse,
  HealthClient,
  HealthService,
  HealthCheckResponse_ServingStatus as Serving,
} from '@headgate/proto/gen/grpc/health/v1/health';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { startTestNameServer, type TestNameServer } from '../testing/name-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { clientOptions, serverOptions } from './options.ts';
import { polledTarget } from './polled-names.ts';

/** A ping falls due again and again while a connection is closing, where none can be sent; an answer may take a busy machine a while. */
const impatient = { 'grpc.keepalive_time_ms': 100, 'grpc.keepalive_timeout_ms': 20_000 };

interface Pod {
  server: Server;
  stop(): void;
}

const pods: Pod[] = [];
let names: TestNameServer | undefined;
let client: HealthClient | undefined;
afterEach(async () => {
  client?.close();
  for (const { stop } of pods.splice(0)) stop();
  await names?.stop();
});

/** Answers a watch with a message every 50 ms, without an end. */
async function startPod(host: string, port: number): Promise<Pod> {
  const server = new Server({ ...serverOptions, ...impatient });
  const timers = new Set<NodeJS.Timeout>();
  server.addService(HealthService, {
    check: () => undefined,
    watch(call: { write(message: HealthCheckResponse): void; on(event: string, run: () => void): void }) {
      const timer = setInterval(() => call.write({ status: Serving.SERVING }), 50);
      timers.add(timer);
      call.on('cancelled', () => clearInterval(timer));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  const pod = {
    server,
    stop() {
      for (const timer of timers) clearInterval(timer);
      server.forceShutdown();
    },
  };
  pods.push(pod);
  return pod;
}

async function watch(): Promise<{ pod: Pod; heard(): number; error(): Error | undefined }> {
  const port = await freePort();
  const pod = await startPod('127.0.0.1', port);
  names = await startTestNameServer();
  names.set('pods.test', ['127.0.0.1']);
  client = new HealthClient(
    polledTarget(`dns://${names.address}/pods.test:${port}`),
    credentials.createInsecure(),
    {
      ...clientOptions,
      ...impatient,
    },
  );
  let count = 0;
  let error: Error | undefined;
  const call = client.watch({ service: '' }, new Metadata(), { deadline: Date.now() + 60_000 });
  call.on('data', () => (count += 1)).on('error', (cause) => (error = cause));
  await waitFor(() => count > 2, 'the call runs');
  return { pod, heard: () => count, error: () => error };
}

/** Long enough for some pings to fall due. */
async function goesOn({ heard, error }: Awaited<ReturnType<typeof watch>>, messages = 20): Promise<void> {
  const before = heard();
  await waitFor(() => heard() > before + messages || error(), 'the call goes on', { timeoutMs: 50_000 });
  expect(error()).toBeUndefined();
}

test('a call outlives the stop of its server', async () => {
  const running = await watch();
  running.pod.server.tryShutdown(() => undefined);
  await goesOn(running);
});

test('a call outlives the listing of its pod', { timeout: 60_000 }, async () => {
  const running = await watch();
  await startPod(
    '127.0.0.2',
    Number(new URL(`http://${client?.getChannel().getTarget().split('/').at(-1)}`).port),
  );
  names?.set('pods.test', ['127.0.0.2']);
  // The name is looked up every two seconds, and grpc-js closes what is left over every ten.
  await goesOn(running, 260);
});
