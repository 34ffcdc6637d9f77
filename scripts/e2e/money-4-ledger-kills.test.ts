/**
 * Test 4 of the money protocol: ledger is killed around its commit. Whatever is lost then must come from the stream
 * alone: gateways send nothing again here.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import { type Answered, ask, askMany, countStatuses } from './testing/ask.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';
import type { WorldOptions } from './testing/world.ts';

/** Needs no units, and so no ledger. */
const freeQuestion = { key: keys.unlimited };

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

describe('one ledger', () => {
  const world = shareWorld(configuration, { env });

  async function bookedOf(answers: readonly Answered[]): Promise<number> {
    const ids = answers.map(({ id }) => id);
    return (await world().sql('select 1 from ledger.entry where id = any ($1)', [ids])).length;
  }

  test.each(stages)('money 4: killed %s, a ledger goes on where its books end', async (stage) => {
    const ledger = world().service('ledger');
    // What is left to be booked would kill it before it is seen to be ready.
    await awaitClosedBooks({ ...world(), unitsOf });
    const before = await appliedOf();
    await ledger.kill();
    await ledger.start({ isKillable: true, env: { HEADGATE_KILL_AT: stage } });
    const during = await askMany(world(), freeQuestion, 5, 1);
    await ledger.ended();
    const away = await askMany(world(), freeQuestion, 5, 1);
    await ledger.start();

    await awaitClosedBooks({ ...world(), unitsOf });
    expect(countStatuses([...during, ...away])).toEqual({ 200: 10 });
    expect(await bookedOf([...during, ...away])).toBe(10);
    // Nothing was sent again, so nothing but what was noted with the books says how far they go.
    expect(await appliedOf()).toBe(before + 10);
    await runEnds();
  });

  /** How far the run of the gateway is booked without a gap. */
  async function appliedOf(): Promise<number> {
    const [row] = await world().sql(
      'select sum(applied_seq)::int as applied from ledger.run where finished_at is null',
    );
    return Number(row?.applied);
  }

  async function runEnds(): Promise<void> {
    await world().service('text-gateway').kill('SIGTERM');
    expect(await world().sql('select id from ledger.run where finished_at is null')).toEqual([]);
    await world().service('text-gateway').start();
    const isReached = async (): Promise<boolean> => (await ask(world(), freeQuestion)).status === 200;
    await waitFor(isReached, 'the new text-gateway is reached');
  }
});
