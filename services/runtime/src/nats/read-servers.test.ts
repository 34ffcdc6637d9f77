import { connect } from 'nats';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { startConfiguredNatsServer } from '../testing/configured-nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';
import { natsUrl, readServers } from './read-servers.ts';

test.each([
  ['nats://nats:4222', { servers: ['nats://nats:4222'] }],
  ['a:1, b:2', { servers: ['a:1', 'b:2'] }],
  [
    'tls://me:p%40ss@a:1,tls://b:2',
    { servers: ['tls://a:1', 'tls://b:2'], tls: {}, user: 'me', pass: 'p@ss' },
  ],
  ['a:1,tls://b:2', { servers: ['a:1', 'tls://b:2'], tls: {} }],
  ['nats://t0ken@a:1', { servers: ['nats://a:1'], token: 't0ken' }],
  ['me:pass@a:1', { servers: ['a:1'], user: 'me', pass: 'pass' }],
])('%s', (url, servers) => expect(readServers(url)).toEqual(servers));

test.each([
  'nats://nats:4222',
  'a:1, b:2',
  'tls://me:p%40ss@a:1,tls://b:2',
  'nats://t0ken@[::1]:4222',
  'nats',
])('%s is taken', (NATS_URL) =>
  expect(readConfig({ NATS_URL }, { url: natsUrl('NATS_URL') })).toEqual({ url: NATS_URL }),
);

test.each([
  'nats://me:w/or[d@nats:4222',
  'nats://me:w%ord@nats:4222',
  'nats://me:w@o/rd@nats:4222',
  'nats:99999',
  'nats://a:4222,',
])('%s is named by its variable, and not shown', (NATS_URL) => {
  expect(() => readConfig({ NATS_URL }, { url: natsUrl('NATS_URL') })).toThrow(
    /^The environment is not valid:\n {2}NATS_URL must be servers like nats:\/\/host:4222, between commas: in a user/,
  );
});

test('a broker that wants a password is met with the one in the URL', async () => {
  const { address } = await startConfiguredNatsServer(`authorization { user: me, password: "the/word" }`);
  const options = { name: 'test', log: createLog('test', 'silent') };
  const connection = await connectNats({ url: `nats://me:the%2Fword@${address}`, ...options });
  const heard: string[] = [];
  connection.subscribe('said', { callback: (_, message) => heard.push(message.string()) });
  connection.publish('said', 'hello');
  expect(await waitFor(() => heard[0], 'the message comes back')).toBe('hello');
  await connection.close();
});

test('a broker at tls:// is told nothing in the clear, though it would take it', async () => {
  const { address } = await startConfiguredNatsServer('');
  const plain = await connect({ servers: address, waitOnFirstConnect: true });
  await plain.close();
  await expect(connect(readServers(`tls://me:word@${address}`))).rejects.toThrow('tls');
});
