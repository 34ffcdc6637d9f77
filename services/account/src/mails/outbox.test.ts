import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { type MailSink, startMailSink } from '@headgate/runtime/testing/mail-sink';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccountMetrics } from '../metrics.ts';
import { startOutbox } from './outbox.ts';
import { connectMail, type SendMail } from './send-mail.ts';

let sink: MailSink;
beforeEach(async () => {
  sink = await startMailSink();
});
afterEach(() => sink.stop());

const mail = { to: 'ada@example.com', subject: '验证码', text: '您的验证码是 123456。\n' };
const stopping = new AbortController();

function start(send: SendMail | undefined, signal = stopping.signal) {
  const metrics = createAccountMetrics(createRegistry('account'));
  return startOutbox({ send, log: createLog('account', 'silent'), metrics, pausesMs: [1, 1] }, signal);
}
const smtp = () => connectMail({ url: sink.url, from: 'Gate <gate@example.com>' });

it('sends a letter as it was written', async () => {
  start(smtp()).put(async () => mail);
  const { source, text } = await waitFor(() => sink.letters[0], 'a letter has come');
  expect(source).toMatch(/^From: Gate <gate@example.com>/m);
  expect(source).toMatch(/^To: ada@example.com/m);
  expect(source).toContain('=?UTF-8?');
  expect(text).toContain('您的验证码是 123456。');
});

it('tries again when the server did not take it', async () => {
  sink.refusals = 2;
  start(smtp()).put(async () => mail);
  await waitFor(() => sink.letters.length === 1, 'a letter has come');
});

it('gives up after the third try, and sends the next', async () => {
  sink.refusals = 3;
  const outbox = start(smtp());
  outbox.put(async () => mail);
  await waitFor(() => sink.refusals === 0, 'three were refused');
  outbox.put(async () => ({ ...mail, to: 'next@example.com' }));
  await waitFor(() => sink.letters.length === 1, 'a letter has come');
  expect(sink.letters[0]?.to).toEqual(['next@example.com']);
});

it('sends nothing where nothing was written', async () => {
  const outbox = start(smtp());
  outbox.put(async () => undefined);
  outbox.put(async () => mail);
  await waitFor(() => sink.letters.length === 1, 'a letter has come');
  await outbox.ended();
  expect(sink.letters).toHaveLength(1);
});

it('takes a thousand at most', () => {
  const outbox = start(() => new Promise(() => {}));
  for (let count = 0; count < 1_004; count += 1) outbox.put(async () => mail);
  expect(() => outbox.put(async () => mail)).toThrow();
});

it('is off without a server', () => {
  expect(connectMail({ url: '', from: '' })).toBeUndefined();
  expect(start(undefined).isOn).toBe(false);
});
