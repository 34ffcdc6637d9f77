import { headBytes, sealHead } from '@headgate/runtime/seal';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Sql } from '../../e2e/testing/sql.ts';

/** Everything that is sealed, a row each. */
const allSealed = `
  select unnest(sealed_keys) as sealed from account.channels
  union all select sealed_text from account.keys where sealed_text is not null
  union all select sealed_secret from account.second_factors
  union all select sealed_secret from account.sign_in_providers
  union all select sealed_secret from account.webhooks
  union all select sealed_key from media.account where sealed_key is not null`;

/** Waits until all is sealed under this key, by the bytes in the tables; says how much that is. */
export async function awaitSealed({ query }: Pick<Sql, 'query'>, masterKey: string): Promise<number> {
  const head = sealHead(Buffer.from(masterKey, 'base64'));
  const count = async (comparison: '=' | '<>'): Promise<number> => {
    const [row] = await query(
      `select count(*)::int as rows from (${allSealed}) as all_sealed where substring(sealed from 1 for ${headBytes}) ${comparison} $1`,
      [head],
    );
    return Number(row?.rows);
  };
  await waitFor(async () => (await count('<>')) === 0, 'everything is sealed under the new master key', {
    timeoutMs: 120_000,
  });
  return count('=');
}
