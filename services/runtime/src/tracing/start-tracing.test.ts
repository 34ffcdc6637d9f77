import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';

const folder = join(import.meta.dirname, 'testing');

interface Ran {
  loaded: string[];
  log: string;
}

/** Runs the program to its end, which flushes. */
async function run(env: Record<string, string>): Promise<Ran> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', join(folder, 'list-modules.ts'), join(folder, 'program.ts')],
    { env: { PATH: process.env.PATH, HEADGATE_STOP_PAUSE_MS: '0', ...env } },
  );
  // The library of metrics loads the names of the API for itself.
  const loaded = stderr
    .split('\n')
    .filter((line) => line.startsWith('loads ') && line !== 'loads @opentelemetry/api');
  return { loaded, log: stdout };
}

interface Collected {
  url: string;
  requests: { path: string | undefined; type: string | undefined; token: unknown; body: Buffer }[];
}

async function collect(status = 200): Promise<Collected> {
  const requests: Collected['requests'] = [];
  const server = createServer(async (request, response) => {
    const { 'content-type': type, 'x-token': token } = request.headers;
    requests.push({ path: request.url, type, token, body: await buffer(request) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('without an endpoint not one module is loaded, and with the SDK disabled neither', async () => {
  const { url, requests } = await collect();
  for (const env of [undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }]) {
    const { loaded, log } = await run(env ?? {});
    expect(loaded).toEqual([]);
    expect(log).toContain('"started"');
  }
  expect(requests).toEqual([]);
}, 60_000);

test.each([
  ['http/protobuf', 'application/x-protobuf'],
  ['http/json', 'application/json'],
])(
  'over %s what is left is sent at the end, with the headers and names that are set',
  async (protocol, type) => {
    const { url, requests } = await collect();
    const { loaded, log } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=one',
      OTEL_SERVICE_NAME: 'by-another-name',
      OTEL_RESOURCE_ATTRIBUTES: 'region=here',
    });
    expect(loaded).not.toEqual([]);
    expect(requests).toMatchObject([{ path: '/v1/traces', type, token: 'one' }]);
    const said = requests[0]?.body.toString('latin1');
    const instance = /"instance":"([^"]+)"/.exec(log)?.[1] ?? 'not said';
    for (const word of ['work', 'r-1', 'by-another-name', 'region', 'here', 'headgate', instance])
      expect(said).toContain(word);
  },
  60_000,
);

test('over gRPC as well', async () => {
  const bodies: Buffer[] = [];
  const server = new Server();
  const bytes = (value: Buffer): Buffer => value;
  const codec = {
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  };
  const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
  server.addService(
    { export: { path, requestStream: false, responseStream: false, ...codec } },
    {
      export: (call: { request: Buffer }, answer: (error: null, value: Buffer) => void) => {
        bodies.push(call.request);
        answer(null, Buffer.alloc(0));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  await run({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  expect(bodies.map((body) => body.includes('r-1'))).toEqual([true]);
}, 60_000);

test('what the sampler leaves out is not sent', async () => {
  const { url, requests } = await collect();
  await run({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'always_off' });
  expect(requests).toEqual([]);
}, 60_000);

test('a collector that refuses is a word in the log, and the stop goes on', async () => {
  const { url } = await collect(400);
  const { log } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(log).not.toContain('a step of the stop failed');
  expect(log).toContain('"stopping"');
}, 60_000);

test('an endpoint that nothing can be sent to is said, and the service runs', async () => {
  const { loaded, log } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' });
  expect(loaded).toEqual([]);
  expect(log).not.toContain('traces are recorded');
  expect(log).toContain('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL');
  expect(log).toContain('"started"');
}, 60_000);
