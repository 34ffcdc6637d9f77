import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findMarkedProcesses } from './reaper/marked-processes.ts';
import { ask } from './testing/ask.ts';
import { startSystem, type TestSystem } from './testing/start-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
  process.stdout.write(`a first start took ${system.startedInMs} ms\n`);
});
afterAll(() => system.stop());

function supervisorOf({ home }: TestSystem): string {
  return JSON.parse(readFileSync(join(home, 'lock'), 'utf8')).supervisor;
}

test('dev.json names everything, for its owner alone', async () => {
  const { dev, home } = system;
  expect(statSync(join(home, 'dev.json')).mode & 0o777).toBe(0o600);
  expect(dev.apiKey).toMatch(/^sk-[A-Za-z0-9]{48}$/);
  expect(dev.admin).toEqual({ username: 'root', password: expect.any(String) });
  expect(dev.databaseUrl).toMatch(/^postgres:\/\/.+@127\.0\.0\.1:\d+\/headgate$/);
  expect(dev.natsUrl).toMatch(/^nats:\/\/127\.0\.0\.1:\d+$/);
  expect(Object.keys(dev.services)).toEqual([
    'sandbox',
    'ledger',
    'account',
    'text-gateway',
    'media-worker',
    'media-api',
    'console',
    'ingress',
  ]);
  for (const processes of Object.values(dev.services)) {
    expect(processes).toHaveLength(1);
    for (const { pid, metricsUrl } of processes) {
      expect(existsSync(`/proc/${pid}`) || process.platform !== 'linux').toBe(true);
      expect((await fetch(metricsUrl)).status).toBe(200);
      expect((await fetch(new URL('/readyz', metricsUrl))).status).toBe(200);
    }
  }
  expect(dev.parts).toEqual({ postgres: { pid: expect.any(Number) }, nats: { pid: expect.any(Number) } });
  expect((await fetch(`${dev.sandboxUrl}/log`)).status).toBe(200);
});

test('it says where it is ready, and the first request works', async () => {
  const { dev } = system;
  expect(system.logs()).toContain(`\nHeadgate is ready at ${dev.baseUrl}\n`);
  expect(system.logs()).toContain(`curl ${dev.baseUrl}/v1/chat/completions`);
  for (const model of [
    'gpt-4o-mini',
    'o4-mini',
    'call-model',
    'fast',
    'claude-sonnet-4-5',
    'gemini-2.5-flash',
  ]) {
    expect(await ask(dev, dev.baseUrl, model)).toBe(200);
  }
});

test('the console opens, and what its page loads is there', async () => {
  const { baseUrl } = system.dev;
  const named = baseUrl.replace('127.0.0.1', 'localhost');
  expect(system.logs()).toContain(`Headgate is ready at ${baseUrl}\n`);
  expect(system.logs()).toContain(`The console: ${named}/console/ (sign in as root)`);
  const page = await fetch(baseUrl);
  expect([page.status, page.url]).toEqual([200, `${baseUrl}/console/`]);
  const loaded = [...(await page.text()).matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  expect(loaded.length).toBeGreaterThan(3);
  for (const path of loaded) expect([path, (await fetch(baseUrl + path)).status]).toEqual([path, 200]);
});

test('a realtime session opens', async () => {
  const { baseUrl, apiKey } = system.dev;
  const address = `${baseUrl.replace('http', 'ws')}/v1/realtime?model=gpt-realtime`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${apiKey}` } });
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toMatchObject({
    type: 'session.created',
    session: { model: 'gpt-realtime' },
  });
  socket.terminate();
});

test('a video of the demonstration is made, and can be downloaded', async () => {
  const { baseUrl, apiKey } = system.dev;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'sora-2', prompt: 'a mill by a river' });
  const made = await fetch(`${baseUrl}/v1/videos`, { method: 'POST', headers, body });
  const { id } = (await made.json()) as { id: string };
  const isMade = async () => {
    const shown = await (await fetch(`${baseUrl}/v1/videos/${id}`, { headers })).json();
    return (shown as { status: string }).status === 'completed';
  };
  await waitFor(isMade, 'the video is made', { timeoutMs: 60_000 });
  const content = await fetch(`${baseUrl}/v1/videos/${id}/content`, { headers });
  expect({ status: content.status, type: content.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'video/mp4',
  });
  await content.body?.cancel();
});

test.each(['ingress', 'ledger'] as const)('%s that is killed comes back on its port', async (name) => {
  const before = system.readDev().services[name]?.[0];
  process.kill(before?.pid ?? 0, 'SIGKILL');
  const after = await waitFor(() => {
    const now = system.readDev().services[name]?.[0];
    return now?.pid === before?.pid ? undefined : now;
  }, 'dev.json has its new pid');
  expect(after.metricsUrl).toBe(before?.metricsUrl);
  await waitFor(async () => (await fetch(new URL('/readyz', after.metricsUrl))).ok, 'it is ready');
  expect(await waitFor(async () => (await ask(system.dev, system.dev.baseUrl)) === 200, 'it serves')).toBe(
    true,
  );
});

test.each(['postgres', 'nats'] as const)('%s that is killed comes back on its port', async (name) => {
  const before = system.readDev().parts[name]?.pid;
  process.kill(before ?? 0, 'SIGKILL');
  await waitFor(() => system.readDev().parts[name]?.pid !== before, 'dev.json has its new pid');
  for (const processes of Object.values(system.dev.services)) {
    for (const { metricsUrl } of processes) {
      const isReady = async () => (await fetch(new URL('/readyz', metricsUrl))).ok;
      await waitFor(isReady, `${metricsUrl} is ready`, { timeoutMs: 60_000 });
    }
  }
  await waitFor(async () => (await ask(system.dev, system.dev.baseUrl)) === 200, 'it serves');
});

test('a second start in the same home is refused while the first one runs', async () => {
  const second = startSystem({ home: system.home });
  await expect(second).rejects.toThrow(
    new RegExp(`already runs in .* \\(process ${system.pid}\\).*kill ${system.pid}`, 's'),
  );
});

test('a public port that is taken is refused, with what to do', async () => {
  const second = startSystem({ env: { HEADGATE_PORT: new URL(system.dev.baseUrl).port } });
  await expect(second).rejects.toThrow(/Port \d+ cannot be listened on.*HEADGATE_PORT=8080 npm start/s);
});

test.skipIf(process.platform !== 'linux')(
  'killed with SIGKILL it leaves nothing running, and starts again',
  async () => {
    const { home, dev } = system;
    const supervisor = supervisorOf(system);
    expect(findMarkedProcesses(supervisor)?.length).toBeGreaterThanOrEqual(7);
    process.kill(system.pid, 'SIGKILL');
    await waitFor(() => findMarkedProcesses(supervisor)?.length === 0, 'everything is gone', {
      timeoutMs: 60_000,
    });
    const again = await startSystem({ home, env: { HEADGATE_PORT: new URL(dev.baseUrl).port } });
    process.stdout.write(`a second start took ${again.startedInMs} ms\n`);
    try {
      expect(again.dev).toMatchObject({
        apiKey: dev.apiKey,
        admin: dev.admin,
        databaseUrl: dev.databaseUrl,
        natsUrl: dev.natsUrl,
        sandboxUrl: dev.sandboxUrl,
      });
      expect(again.dev.services.ledger?.[0]?.metricsUrl).toBe(dev.services.ledger?.[0]?.metricsUrl);
      expect(await ask(again.dev, again.dev.baseUrl)).toBe(200);
    } finally {
      const mark = supervisorOf(again);
      expect(await again.stop()).toBe(0);
      expect(findMarkedProcesses(mark)).toEqual([]);
    }
    expect(existsSync(join(home, 'dev.json'))).toBe(false);
    expect(existsSync(join(home, 'lock'))).toBe(false);
    rmSync(home, { recursive: true });
  },
);
