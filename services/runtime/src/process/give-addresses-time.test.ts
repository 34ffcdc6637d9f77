import { once } from 'node:events';
import {
  connect,
  getDefaultAutoSelectFamilyAttemptTimeout,
  type Socket,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { lookupIn } from '../outbound/pinned-lookup.ts';
import { startFullServer } from '../testing/full-server.ts';
import { giveAddressesTime } from './give-addresses-time.ts';

function connectTo(addresses: readonly string[], port: number): Socket {
  const socket = connect({ host: 'vendor.test', port, lookup: lookupIn(addresses) });
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('an address whose first packet was lost is reached, though the one after it leads nowhere', async () => {
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(before));
  giveAddressesTime();
  const { port, wake, stop } = await startFullServer();
  onTestFinished(stop);
  const socket = connectTo(['127.0.0.1', '::1'], port);
  expect(socket.autoSelectFamilyAttemptedAddresses).toEqual([`127.0.0.1:${port}`]);
  wake();
  await once(socket, 'connect');
  expect(socket.remoteAddress).toBe('127.0.0.1');
});
