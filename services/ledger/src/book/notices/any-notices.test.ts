/** Whatever is granted, taken, limited, spent and given back: balances and notices are those of a plain model. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { findLastNotice, listNotices } from '../../views/list-notices.ts';
import { changeGrant } from '../purses/change-grant.ts';
import { openPurse } from '../purses/open-purse.ts';
import { setWarning } from '../purses/set-warning.ts';
import { refund } from '../refund.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** Tens, so that bounds are met to the unit. */
const tens = (from: bigint, to: bigint) => fc.bigInt(from, to).map((ten) => 10n * ten);
const change = tens(-10n, 10n).filter((of) => of !== 0n);
const doing = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    unlimited: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()),
    total: tens(0n, 20n),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    units: fc.option(change),
  }),
  fc.record({ kind: fc.constant('change' as const), units: change }),
  fc.record({ kind: fc.constant('warn' as const), below: fc.option(tens(1n, 15n)) }),
  fc.record({ kind: fc.constant('spend' as const), units: tens(0n, 6n) }),
  fc.record({ kind: fc.constant('refund' as const), units: tens(1n, 6n) }),
);
type Doing = typeof doing extends fc.Arbitrary<infer T> ? T : never;

/** A purse as its README has it. */
class Model {
  granted = 0n;
  used = 0n;
  ofSource = 0n;
  unlimited = false;
  percent: number | null = null;
  below: bigint | null = null;
  told = { soft_limit: false, low_balance: false };
  notices: string[] = [];

  private isDue = {
    soft_limit: (): boolean => {
      const grant = this.granted > 1n ? this.granted : 1n;
      return this.percent !== null && this.used * 100n >= grant * BigInt(this.percent);
    },
    low_balance: (): boolean => this.below !== null && this.granted - this.used < this.below,
  };

  /** What stands as it should rings again when it no longer does. */
  rearm(kind: 'soft_limit' | 'low_balance'): void {
    if (this.unlimited || !this.isDue[kind]()) this.told[kind] = false;
  }

  tell(): void {
    for (const kind of ['soft_limit', 'low_balance'] as const) {
      if (this.unlimited || this.told[kind] || !this.isDue[kind]()) continue;
      this.told[kind] = true;
      this.notices.push(`${kind} ${this.used} ${this.granted}`);
    }
  }
}

/** Does one thing to the purse and to the model. */
async function act(purse: string, model: Model, closes: string[], done: Doing): Promise<void> {
  const { knex } = database;
  switch (done.kind) {
    case 'open': {
      const { unlimited, total, percent, units } = done;
      const softLimitPercent = percent ?? undefined;
      const change = units === null ? undefined : { id: randomUUIDv7(), source: 'admin', units };
      const asked = { id: purse, unlimited, source: 'config', total, softLimitPercent, change };
      const opened = await openPurse(knex, asked);
      expect(await openPurse(knex, asked)).toMatchObject({ purse: opened.purse, notices: [] });
      model.granted += total - model.ofSource;
      const isTooMuch = units !== null && units < 0n && model.granted + units < 0n;
      if (units !== null && !isTooMuch && !(model.unlimited && unlimited)) model.granted += units;
      if (model.percent === null) model.told.soft_limit = false;
      Object.assign(model, { unlimited, ofSource: total, percent: unlimited ? null : percent });
      break;
    }
    case 'change': {
      const change = { id: randomUUIDv7(), purse, source: 'admin', units: done.units };
      const { kind } = await changeGrant(knex, change);
      expect(await changeGrant(knex, change)).toMatchObject({ kind });
      const isTooMuch = done.units < 0n && model.granted + done.units < 0n;
      expect(kind).toBe(model.unlimited ? 'unlimited' : isTooMuch ? 'exceeds' : 'changed');
      if (kind !== 'changed') return;
      model.granted += done.units;
      break;
    }
    case 'warn':
      await setWarning(knex, purse, done.below);
      if (model.below === null) model.told.low_balance = false;
      model.below = done.below;
      model.rearm('low_balance');
      return model.tell();
    case 'spend': {
      // Nothing was drawn for it: beyond a limit it is an overrun.
      const of = { run: randomUUID(), seq: 1n, path: [purse], inputTokens: done.units };
      const close = makeClose({ ...of, reserved: 0n, consumed: 0n });
      await settle(knex, [close, close]);
      await settle(knex, [close]);
      closes.push(close.id);
      model.used += done.units;
      return model.tell();
    }
    case 'refund': {
      const asked = { id: randomUUIDv7(), requestId: closes.pop() ?? randomUUIDv7(), units: done.units };
      const { kind } = await refund(knex, asked);
      expect(await refund(knex, asked)).toMatchObject({ kind });
      if (kind === 'refunded') model.used -= done.units;
      return;
    }
  }
  model.rearm('soft_limit');
  model.rearm('low_balance');
  model.tell();
}

test('any doings leave the balance and the notices that a plain model has', async () => {
  const { knex } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 10, maxLength: 30 }), async (doings) => {
      const [purse, model, closes] = [`user:${randomUUID()}`, new Model(), []];
      const before = await findLastNotice(knex);
      const first: Doing = { kind: 'open', unlimited: false, total: 100n, percent: 80, units: null };
      for (const done of [first, ...doings]) {
        await act(purse, model, closes, done);
        const { granted, used } = model;
        expect(await purseState(knex, purse)).toMatchObject({ granted, used });
        const notices = await listNotices(knex, before, 100);
        expect(notices.map((of) => `${of.kind} ${of.used} ${of.granted}`).sort()).toEqual(
          [...model.notices].sort(),
        );
      }
    }),
    { numRuns: 10, interruptAfterTimeLimit: 15_000 },
  );
  expect(await findContradictions(knex)).toEqual([]);
});
