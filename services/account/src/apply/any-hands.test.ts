/** One key in two hands: whatever files and its owner say of it in turn, ledger grants what its row says, and no more. */
import { FaultError } from '@headgate/runtime/errors';
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyRow } from '../keys/store.ts';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let ada: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  ada = await signInAs(account, 'ada');
});
afterAll(() => account.stop());

const name = 'laptop';
const model = 'gpt-4o-mini';
const units = fc.integer({ min: 1, max: 9 });
const limits = fc.oneof(
  fc.constant({}),
  units.map((limit) => ({ [model]: limit })),
);
const inFile = fc
  .record({ quota_usd: units, model_limits: limits }, { requiredKeys: [] })
  .map((key) => ({ name, user: 'ada', key: 'sk-laptop-0123456789', ...key }));
const step = fc.oneof(
  fc.record({
    by: fc.constant('file'),
    keys: fc.oneof(fc.constant([]), fc.tuple(inFile)),
    prune: fc.boolean(),
  }),
  fc.record({ by: fc.constant('keys.create'), remain_quota: units, model_limits: limits }),
  fc.record({ by: fc.constant('keys.update'), model_limits: limits }),
  fc.record({ by: fc.constant('keys.delete') }),
);
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & { by: string };

const findKey = () =>
  account.context.knex<KeyRow>('keys').where({ name, user_id: 2n, removed: false }).first();

async function take({ by, ...said }: Step): Promise<unknown> {
  if ('keys' in said) {
    const document = smallDocument();
    return account.apply({ ...document, keys: [...document.keys, ...said.keys] }, { prune: said.prune });
  }
  if (by === 'keys.create') return ada.ask(by, { body: { name, ...said } });
  const id = Number((await findKey())?.id ?? 0);
  return by === 'keys.delete'
    ? ada.ask(by, { path: { id: String(id) } })
    : ada.ask(by, { body: { id, ...said } });
}

test('whoever names a key last, it has what its row says', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
    for (const one of steps) {
      // A key that there is, or that there is not, is refused.
      await take(one).catch((error) => expect(error).toBeInstanceOf(FaultError));
      const row = await findKey();
      if (!row) continue;
      const purse = `key:${row.id}`;
      expect(account.ledger.granted(purse)).toBe(row.granted_units);
      for (const [limited, limit] of Object.entries(row.model_limits))
        expect(account.ledger.granted(`${purse}:model:${limited}`)).toBe(BigInt(limit));
    }
  });
  await fc.assert(property, { numRuns: 20 });
});
