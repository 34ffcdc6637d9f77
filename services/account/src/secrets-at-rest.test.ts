import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallDocument } from './testing/documents.ts';
import { dataOf, enter } from './testing/people.ts';
import { createTestAccount, type TestAccount } from './testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

const password = 'correct horse battery';
const webhookSecret = `whsec_${Buffer.alloc(24, 'secret of a webhook').toString('base64')}`;

/** Every byte of every row, as text and as hexadecimal. */
async function dumpTables(): Promise<string> {
  const client = new Client({ connectionString: account.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select table_name as name from information_schema.tables where table_schema = 'account'`,
    );
    const texts: string[] = [];
    for (const { name } of rows) {
      const content = await client.query(`select row_to_json(t)::text as text from account.${name} t`);
      texts.push(...content.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

test('no credential, key, password or token can be read from the tables', async () => {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { password });
  const webhooks = [
    { name: 'ops', url: 'https://hooks.example', secret: webhookSecret, events: ['soft_limit'] },
  ];
  await account.apply({ ...document, webhooks });
  const token = await enter(account, 'ada', password);
  const body = { name: 'scripts' };
  const made = Object(await dataOf(account, 'access-tokens.create', { sessionToken: token, body }));
  await account.context.knex('users').where({ username: 'ada' }).update({ email: 'ada@example.com' });
  await dataOf(account, 'emails.send-reset', { query: { email: 'ada@example.com' } });
  const [mail] = await account.mails.sent();
  const resetToken = /code is (\S+)/.exec(mail?.text ?? '')?.[1];
  const dump = await dumpTables();
  expect(dump).toContain('gpt-4o-mini');
  expect(dump).toContain('"prefix":"sk-c"');
  const secrets = [
    'sk-upstream-secret-one',
    webhookSecret,
    'sk-ci-0123456789abcdef',
    'sk-ops-0123456789abcdef',
    password,
    token,
    String(made.token),
    String(resetToken),
  ];
  expect(resetToken).toMatch(/^[\w-]{43}$/);
  for (const secret of secrets) {
    const bytes = Buffer.from(secret);
    for (const form of [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')])
      expect(dump.includes(form), form).toBe(false);
    // Not even a longer piece of one.
    expect(dump.includes(secret.slice(4, -4)), secret).toBe(false);
    expect(dump.includes(bytes.subarray(4, -4).toString('hex')), secret).toBe(false);
  }
});

test('the same search finds a secret that is stored as it is', async () => {
  await account.context.knex('channels').update({ sealed_keys: [Buffer.from('sk-upstream-secret-one')] });
  expect(await dumpTables()).toContain(Buffer.from('sk-upstream-secret-one').toString('hex'));
});
