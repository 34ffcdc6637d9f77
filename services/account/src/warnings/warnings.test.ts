import { randomUUIDv7 } from 'node:crypto';
import { type Notice, NoticeKind } from '@headgate/proto/gen/headgate/events/v1/events';
import { type MailSink, startMailSink } from '@headgate/runtime/testing/mail-sink';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectMail, type SendMail } from '../mails/send-mail.ts';
import { type NoticeRun, startNotices } from '../notices/run.ts';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { createWarningCourier } from './courier.ts';

const email = 'ada@example.com';

let account: TestAccount;
let sink: MailSink;
let stopping: AbortController;
let runs: NoticeRun[];
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sink = await startMailSink();
});
afterAll(async () => {
  await sink.stop();
  await account.stop();
});
beforeEach(async () => {
  stopping = new AbortController();
  runs = [];
  sink.letters = [];
  sink.refusals = 0;
  await setUser({ email, setting: { quota_warning_threshold: 500_000 } });
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(runs.map(({ ended }) => ended));
});

const setUser = (row: object) => account.context.knex('users').where({ username: 'ada' }).update(row);
const smtp = () => connectMail({ url: sink.url, from: 'Gate <gate@example.com>' });

function start(
  send: SendMail | undefined = smtp(),
  { signal } = stopping,
  settings = { webhookPauseMs: 5, webhookTries: 3 },
): void {
  const courier = createWarningCourier({ ...account.context, send, settings });
  runs.push(startNotices({ ...account.context, pollMs: 20 }, [courier], signal));
}

function giveNotice(): Notice {
  const notice: Notice = {
    seq: BigInt(account.ledger.notices.length + 1),
    id: randomUUIDv7(),
    kind: NoticeKind.LOW_BALANCE,
    purse: 'user:2',
    used: 4_750_000n,
    granted: 5_000_000n,
    percent: 0,
    below: 500_000n,
    atMs: 1_795_294_533_303n,
  };
  account.ledger.notices.push(notice);
  return notice;
}

function ended({ id }: Notice): Promise<Record<string, unknown>> {
  return waitFor(async () => {
    const [row] = await account.context.knex('warnings').where({ notice_id: id });
    return row && row.state !== 'waiting' ? row : undefined;
  }, 'the letter has ended');
}

test('a notice becomes one letter, to the address that its user has shown to have', async () => {
  const notice = giveNotice();
  start();
  expect(await ended(notice)).toMatchObject({ state: 'sent', tries: 1, problem: '' });
  expect(sink.letters).toHaveLength(1);
  const [{ to, source, text } = { to: [], source: '', text: '' }] = sink.letters;
  expect(to).toEqual([email]);
  expect(source).toContain(`Message-ID: <${notice.id}@headgate>`);
  expect(text).toContain('fell under $1.00: $0.50 are left');
});

test('is written in the language of its user', async () => {
  await setUser({ setting: { quota_warning_threshold: 500_000, language: 'zh' } });
  const notice = giveNotice();
  start();
  await ended(notice);
  expect(sink.letters[0]?.text).toContain('剩余 $0.50');
});

test.each([
  [{ quota_display: 'CNY', usd_rate: 7.3 }, 'fell under ¥7.30: ¥3.65 are left'],
  [{ quota_display: 'CUSTOM', custom_rate: 0.5 }, 'fell under ¤0.50: ¤0.25 are left'],
  [{ quota_display: 'TOKENS' }, 'fell under 500,000 units: 250,000 units are left'],
])('its amounts are what the site shows quota as: %o', async (site, words) => {
  await account.apply({ ...smallDocument(), site });
  const notice = giveNotice();
  start();
  await ended(notice);
  expect(sink.letters[0]?.text).toContain(words);
});

test('two replicas send each letter once', async () => {
  start();
  start();
  const notices = Array.from({ length: 20 }, giveNotice);
  for (const notice of notices) expect(await ended(notice)).toMatchObject({ state: 'sent', tries: 1 });
  expect(sink.letters).toHaveLength(20);
});

test('a letter that was not taken is tried again', async () => {
  sink.refusals = 2;
  const notice = giveNotice();
  start();
  expect(await ended(notice)).toMatchObject({ state: 'sent', tries: 3 });
  expect(sink.letters).toHaveLength(1);
});

test('a letter whose process died before it was sent, or before that was written down, comes from another', async () => {
  const { knex } = account.context;
  const notice = giveNotice();
  // Claimed by a process that never ends its try, and looks for nothing more.
  const dying = new AbortController();
  start(() => new Promise(() => {}), dying);
  await waitFor(() => knex('warnings').where({ notice_id: notice.id, tries: 1 }).first(), 'it is claimed');
  dying.abort();
  runs = [];
  start();
  await knex('warnings').where({ notice_id: notice.id }).update({ next_try_at: knex.fn.now() });
  expect(await ended(notice)).toMatchObject({ state: 'sent', tries: 2 });
  expect(sink.letters).toHaveLength(1);
});

test('a letter that is tried before the setting that asks for it is committed is sent after it is', async () => {
  const { knex } = account.context;
  await setUser({ setting: {} });
  const writing = await knex.transaction();
  await writing('users')
    .where({ username: 'ada' })
    .update({ setting: { quota_warning_threshold: 500_000 } });
  const notice = giveNotice();
  start(smtp(), stopping, { webhookPauseMs: 20, webhookTries: 9 });
  await waitFor(
    () => knex('warnings').where({ notice_id: notice.id }).whereNot({ problem: '' }).first(),
    'it was tried',
  );
  await writing.commit();
  expect(await ended(notice)).toMatchObject({ state: 'sent', problem: '' });
  expect(sink.letters).toHaveLength(1);
});

test.each([
  ['has no address', { email: null }, 3],
  ['turned it off', { setting: { quota_warning_threshold: 0 } }, 3],
  ['was disabled', { enabled: false }, 1],
  ['was deleted', { removed: true }, 1],
])('who %s is sent nothing', async (_why, row, tries) => {
  await setUser(row);
  const notice = giveNotice();
  start();
  expect(await ended(notice)).toMatchObject({ state: 'given_up', tries });
  expect(sink.letters).toEqual([]);
  await setUser({ enabled: true, removed: false });
});

test('an address that the server will never take is asked once', async () => {
  const refused = Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 });
  const notice = giveNotice();
  start(() => Promise.reject(refused));
  expect(await ended(notice)).toMatchObject({ state: 'given_up', tries: 1, problem: 'EENVELOPE' });
});

test('where no mail is sent none waits', async () => {
  const notice = giveNotice();
  const settings = { webhookPauseMs: 5, webhookTries: 3 };
  const courier = createWarningCourier({ ...account.context, send: undefined, settings });
  runs.push(startNotices({ ...account.context, pollMs: 20 }, [courier], stopping.signal));
  expect(await ended(notice)).toMatchObject({ state: 'given_up', problem: 'no mail is sent here' });
});
