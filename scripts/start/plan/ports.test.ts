import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePort, keepPorts, requirePublicPort } from './ports.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'headgate-ports-')), 'ports.json');
}

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}

test('ports are kept from start to start, also when other names come and go', async () => {
  const file = newFile();
  const first = await keepPorts(file, ['postgres', 'ledger-0']);
  await keepPorts(file, ['postgres']);
  const third = await keepPorts(file, ['ledger-0', 'nats', 'postgres']);
  expect(third.get('postgres')).toBe(first.get('postgres'));
  expect(third.get('ledger-0')).toBe(first.get('ledger-0'));
  expect(new Set(third.values()).size).toBe(3);
});

test('ports that another process is about to listen on are not given out', async () => {
  const file = newFile();
  const names = ['postgres', 'nats', 'ledger-0'];
  const ours = [...(await keepPorts(file, names)).values()];
  const ports = pathToFileURL(join(import.meta.dirname, 'ports.ts')).href;
  const script = `
    const { keepPorts } = await import(${JSON.stringify(ports)});
    const chosen = await keepPorts(${JSON.stringify(file)}, ${JSON.stringify(names)});
    process.stdout.write(JSON.stringify([...chosen.values()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const theirs: number[] = JSON.parse(stdout);
  expect(new Set([...ours, ...theirs]).size).toBe(6);
});

test('ports of one system lie side by side', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `ledger-${at}`);
  const ports = [...(await keepPorts(newFile(), names)).values()];
  const steps = ports.slice(1).map((port, at) => port - (ports[at] ?? 0));
  expect(new Set(ports).size).toBe(20);
  // Over what others have, and once, perhaps, back to the lowest.
  expect(steps.filter((step) => step < 1 || step > 100).length).toBeLessThanOrEqual(1);
});

test('a kept port that somebody else has by now is replaced', async () => {
  const file = newFile();
  const before = (await keepPorts(file, ['nats'])).get('nats') ?? 0;
  const server = await occupy(before);
  const after = (await keepPorts(file, ['nats'])).get('nats');
  server.close();
  expect(after).not.toBe(before);
  expect((await keepPorts(file, ['nats'])).get('nats')).toBe(after);
});

test('the port that a person chose is given to nothing else, also where a start before had it for something', async () => {
  const file = newFile();
  const before = (await keepPorts(file, ['nats'])).get('nats') ?? 0;
  const after = await keepPorts(file, ['nats', 'postgres'], { publicPort: before });
  expect([...after.values()]).not.toContain(before);
});

test.each(['', '{"nats": ', '[]', '{"nats": "high"}', '{"nats": 70000000}', '{"nats": 80}'])(
  'a damaged file %j means new ports',
  async (content) => {
    const file = newFile();
    writeFileSync(file, content);
    expect((await keepPorts(file, ['nats'])).get('nats')).toBeGreaterThan(20_000);
  },
);

test('a public port that is taken is an error that names it and the way out', async () => {
  const port = await findFreePort();
  await expect(requirePublicPort(port)).resolves.toBeUndefined();
  const server = await occupy(port);
  await expect(requirePublicPort(port)).rejects.toThrow(
    new RegExp(`Port ${port} .*HEADGATE_PORT=8080 npm start`, 's'),
  );
  server.close();
});
