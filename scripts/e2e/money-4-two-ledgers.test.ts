/**
 * Test 4 of the money protocol, its other half: two ledgers share one stream while the one that settles is killed, or
 * stopped and resumed. Whatever is lost then must come from the stream alone: gateways send nothing again here.
 */
import { randomUUIDv7 } from 'node:crypto';
import { ChangeGrantResponse_Outcome, LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, askMany, countStatuses } from './testing/ask.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import type { ServiceProcess } from './testing/service-process.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';
import { readMetric, type WorldOptions } from './testing/world.ts';

/** Needs no units, and so no ledger. */
const freeQuestion = { key: keys.unlimited };
const limitedQuestion = { key: keys.limited };

const env: WorldOptions['env'] = {
  'text-gateway': {
    HEADGATE_HEARTBEAT_MS: '100',
    HEADGATE_RESEND_AFTER_MS: '3600000',
    HEADGATE_SLICE_IDLE_MS: '500',
  },
  ledger: {
    HEADGATE_STREAM_CHECK_MS: '500',
    HEADGATE_FOLLOW_MS: '100',
    HEADGATE_TAKE_OVER_MS: '300',
    HEADGATE_IDLE_IN_TRANSACTION_MS: '1000',
  },
};
const stages = ['before-commit', 'after-commit'];

describe('two ledgers', () => {
  const world = shareWorld(configuration, { env, ledgers: 2 });

  beforeEach(async () => {
    for (const name of ['ledger', 'ledger-2']) {
      const ledger = world().service(name);
      if (!ledger.isRunning()) await ledger.start();
    }
  });

  /** The one that books what is asked now. */
  async function findLeader(): Promise<ServiceProcess> {
    const ledgers = [world().service('ledger'), world().service('ledger-2')];
    const booked = (): Promise<number[]> =>
      Promise.all(ledgers.map((ledger) => readMetric(ledger, 'headgate_ledger_entries_total')));
    const before = await booked();
    await ask(world(), freeQuestion);
    return waitFor(async () => {
      const now = await booked();
      return ledgers.find((_, index) => (now[index] ?? 0) > (before[index] ?? 0));
    }, 'one of them books');
  }

  test('money 4: the other ledger settles when the one that did is killed', async () => {
    const leader = await findLeader();
    const during = askMany(world(), freeQuestion, 50, 5);
    await leader.kill();
    const answers = [...(await during), ...(await askMany(world(), freeQuestion, 20, 5))];
    await waitFor(async () => (await ask(world(), limitedQuestion)).status === 200, 'the other grants units');

    await awaitClosedBooks({ ...world(), unitsOf });
    expect(countStatuses(answers)).toEqual({ 200: 70 });
  });

  test.each(stages)(
    'money 4: another ledger settles while one is stopped %s, and when it goes on',
    async (stage) => {
      const [first, second] = [world().service('ledger'), world().service('ledger-2')];
      await Promise.all([first.kill(), second.kill()]);
      await first.start({
        isKillable: true,
        env: { HEADGATE_KILL_AT: stage, HEADGATE_KILL_SIGNAL: 'SIGSTOP' },
      });
      const stopped = await askMany(world(), freeQuestion, 20, 5);
      await waitFor(() => first.isStopped(), 'the ledger is stopped');
      await second.start();
      await awaitClosedBooks({ ...world(), unitsOf });

      first.signal('SIGCONT');
      const resumed = await askMany(world(), freeQuestion, 20, 5);
      await awaitClosedBooks({ ...world(), unitsOf });
      expect(countStatuses([...stopped, ...resumed])).toEqual({ 200: 40 });
    },
  );

  test('money 4: a change that a stopped ledger did not answer, and the other made anew, is made once', async () => {
    const [stopped, other] = world()
      .ledgerAddress.replace('ipv4:', '')
      .split(',')
      .map((address) => connectRpc(LedgerClient, address));
    if (!stopped || !other) throw new Error('there are no two ledgers');
    const [key] = await world().sql(`select 'key:' || id as purse from account.keys where name = 'limited'`);
    const purse = String(key?.purse);
    const granted = async (ledger: LedgerClient) =>
      (await call(ledger, ledger.getPurses, { purses: [purse] })).purses[0]?.granted ?? 0n;
    const change = (ledger: LedgerClient, deadlineMs?: number) => {
      const asked = { id: randomUUIDv7(), purse, source: 'admin:1', units: 900n };
      return call(ledger, ledger.changeGrant, asked, { deadlineMs });
    };
    const before = await granted(stopped);

    world().service('ledger').signal('SIGSTOP');
    await expect(change(stopped, 500)).rejects.toThrow('DEADLINE_EXCEEDED');
    expect((await change(other)).outcome).toBe(ChangeGrantResponse_Outcome.CHANGED);
    world().service('ledger').signal('SIGCONT');
    // It comes behind the change.
    await granted(stopped);
    await change(stopped);
    expect((await granted(other)) - before).toBe(2n * 900n);
    for (const ledger of [stopped, other]) ledger.close();
    await awaitClosedBooks({ ...world(), unitsOf });
  });
});
