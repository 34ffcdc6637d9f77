import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import { connectNats } from '@headgate/runtime/nats/connect';
import { startTestNatsServer, type TestNatsServer } from '@headgate/runtime/testing/nats-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngress } from '../start.ts';
import { type ScriptedAccount, startScriptedAccount } from '../testing/scripted-account.ts';
import { startScriptedTextGateway } from '../testing/scripted-text-gateway.ts';
import { createTestService, startWorld, testConfig, type World } from '../testing/world.ts';

describe('the watch of keys with NATS', () => {
  let nats: TestNatsServer;
  let account: ScriptedAccount;
  let stop: () => Promise<void>;
  let announce: () => void;
  let url: string;
  const { now } = Date;
  let setBackMs = 0;

  beforeAll(async () => {
    Date.now = () => now() - setBackMs;
    nats = await startTestNatsServer();
    account = await startScriptedAccount();
    const text = await startScriptedTextGateway();
    const service = createTestService([]);
    const server = await startIngress(
      service,
      testConfig({
        NATS_URL: nats.url,
        HEADGATE_ACCOUNT_ADDRESS: account.address(),
        HEADGATE_LEDGER_ADDRESS: '127.0.0.1:1',
        HEADGATE_TEXT_GATEWAY_ADDRESS: text.address(),
        // What becomes known does so by its announcement.
        HEADGATE_UNKNOWN_KEY_TTL_MS: '600000',
      }),
    );
    service.health.started();
    url = `http://127.0.0.1:${server.port}`;
    const connection = await connectNats({ url: nats.url, name: 'account', log: service.log });
    announce = () => {
      const versions = { keysVersion: account.version(), catalogVersion: 1n };
      connection.publish(versionsSubject, VersionsAnnounced.encode(versions).finish());
    };
    stop = async () => {
      await connection.close();
      await service.stop();
      await Promise.all([account.stop(), text.kill(), nats.stop()]);
    };
    await waitFor(() => service.health.report().ready, 'ingress is ready');
  });
  afterAll(async () => {
    Date.now = now;
    await stop();
  });

  const statusOf = async (key: string) =>
    (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;

  it('turns a revoked key away when the change is announced', async () => {
    account.put('sk-good');
    const heartbeat = setInterval(announce, 100);
    await waitFor(async () => (await statusOf('sk-good')) === 200, 'the key works');
    const { asked } = account;
    expect(await statusOf('sk-good')).toBe(200);
    expect(account.asked).toBe(asked);
    account.remove('sk-good');
    announce();
    await waitFor(async () => (await statusOf('sk-good')) === 401, 'the key is refused');
    clearInterval(heartbeat);
  });

  it('lets a key in that was unknown a moment ago', async () => {
    expect(await statusOf('sk-new')).toBe(401);
    account.put('sk-new');
    announce();
    await waitFor(async () => (await statusOf('sk-new')) === 200, 'the key works');
  });

  it('asks by the clock when NATS is away', async () => {
    account.put('sk-other');
    announce();
    await waitFor(async () => (await statusOf('sk-other')) === 200, 'the key works');
    await nats.kill();
    account.remove('sk-other');
    await waitFor(async () => (await statusOf('sk-other')) === 401, 'the key is refused', {
      timeoutMs: 6_000,
    });
    await nats.restart();
  });

  it('asks as often when the clock was set back as well', async () => {
    account.put('sk-third');
    await waitFor(async () => {
      announce();
      return (await statusOf('sk-third')) === 200;
    }, 'the key works');
    await nats.kill();
    setBackMs = 60 * 60_000;
    account.remove('sk-third');
    await waitFor(async () => (await statusOf('sk-third')) === 401, 'the key is refused', {
      timeoutMs: 6_000,
    });
    await nats.restart();
  });
});

describe('with account away', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ keyCacheGraceMs: 2_000 });
  });
  afterAll(() => world.stop());

  it('cached keys go on for the grace, others are 503, and 401 is never said', async () => {
    const statusOf = async (key: string) =>
      (await fetch(`${world.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;
    world.account.put('sk-cached');
    world.account.put('sk-late');
    expect(await statusOf('sk-cached')).toBe(200);
    await world.account.stop();
    expect(await statusOf('sk-cached')).toBe(200);
    expect(await statusOf('sk-late')).toBe(503);
    await waitFor(async () => (await statusOf('sk-cached')) === 503, 'the grace is over', {
      timeoutMs: 6_000,
    });
    await world.account.start();
    await waitFor(async () => (await statusOf('sk-late')) === 200, 'account is back');
    expect(await statusOf('sk-cached')).toBe(200);
  });
});
