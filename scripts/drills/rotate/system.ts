import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { startTestNameServer } from '@headgate/runtime/testing/name-server';
import { wait } from '@headgate/runtime/wait';
import { createServiceProcess, runProgram, type ServiceProcess } from '../../e2e/testing/service-process.ts';
import { addressEnv, drawShape, listenEnv, replicasOf, type Service, services } from './shape.ts';

/** The environment of a service, which changes as secrets are exchanged. */
export type Settings = (service: Service) => Record<string, string>;

/** Two replicas of every service behind names, as in a cluster. */
export interface System {
  sandboxUrl: string;
  /** How many replicas were restarted. */
  restarts(): number;
  /** The public address of an ingress that takes requests, a different one each time. */
  chooseIngress(): string;
  /** Restarts the replicas of these services with the settings of now, one of each after the other. */
  roll(which: readonly Service[]): Promise<void>;
  apply(yaml: string): Promise<string>;
  /** Runs the command; rejects when it fails. */
  headgate(args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Longer than names are believed for: whoever stops is asked nothing any more. */
const stopPauseMs = 3_500;

export async function startSystem(directory: string, settings: Settings): Promise<System> {
  const shape = await drawShape();
  const names = await startTestNameServer();
  const addresses = addressEnv(shape, names.address);
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const replicas = new Map<string, ServiceProcess>();
  const serving = new Map<string, string[]>(services.map((service) => [service, []]));
  let restarts = 0;
  let turn = 0;

  const envOf = (service: Service, replica: string): Record<string, string> => ({
    ...addresses,
    ...listenEnv(shape, service, replica),
    HEADGATE_STOP_PAUSE_MS: String(stopPauseMs),
    HEADGATE_JOURNAL_DIR: join(directory, replica, 'journal'),
    ...settings(service),
  });

  function setServing(service: Service, replica: string, isServing: boolean): void {
    const others = (serving.get(service) ?? []).filter((each) => each !== replica);
    const all = isServing ? [...others, replica] : others;
    serving.set(service, all);
    names.set(service, all.map(shape.hostOf));
  }

  async function start(service: Service, replica: string): Promise<void> {
    await replicas.get(replica)?.start({ env: envOf(service, replica) });
    setServing(service, replica, true);
  }

  async function rollOne(service: Service): Promise<void> {
    for (const replica of replicasOf(service)) {
      setServing(service, replica, false);
      await replicas.get(replica)?.kill('SIGTERM');
      await start(service, replica);
      restarts += 1;
      // Before the other one goes, everybody has looked the name up again.
      await wait(stopPauseMs);
    }
  }

  const headgate = (args: readonly string[]): Promise<string> =>
    runProgram('headgate', {
      args,
      env: { ...addresses, ...settings('ingress'), HEADGATE_SANDBOX_URL: sandboxUrl },
    });

  const sandbox = await createServiceProcess('sandbox', {
    directory,
    env: { HEADGATE_HTTP_PORT: String(sandboxPort), HEADGATE_SANDBOX_MEDIA_MS: '500' },
  });
  await sandbox.start();
  for (const service of services)
    for (const replica of replicasOf(service))
      replicas.set(replica, await createServiceProcess(replica, { directory, env: {} }));
  for (const service of services) await Promise.all(replicasOf(service).map((each) => start(service, each)));

  return {
    sandboxUrl,
    restarts: () => restarts,
    chooseIngress() {
      const all = serving.get('ingress') ?? [];
      turn += 1;
      return `http://${shape.hostOf(all[turn % all.length] ?? 'ingress')}:${shape.httpPort.ingress}`;
    },
    roll: async (which) => void (await Promise.all(which.map(rollOne))),
    headgate,
    async apply(yaml) {
      const file = join(directory, 'headgate.yaml');
      writeFileSync(file, yaml);
      return headgate(['apply', file]);
    },
    async stop() {
      await Promise.all([...replicas.values(), sandbox].map((each) => each.kill()));
      await names.stop();
    },
  };
}
