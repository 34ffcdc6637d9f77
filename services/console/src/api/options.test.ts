import { afterEach, expect, test, vi } from 'vitest';
import { createOptionsChanger, type Options } from './options.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const began: Options = {
  about: '',
  email_domains: [],
  email_verification: false,
  home_page_content: '',
  new_user_quota_usd: '1',
  notice: '',
  registration: false,
  server_address: '',
};

test('a form sends what was changed in it alone, however often, whatever others change meanwhile', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response('{"success":true,"message":""}');
  });
  const change = createOptionsChanger(began);
  const quota = { new_user_quota_usd: '1' };
  await change({ registration: true, ...quota });
  await change({ registration: true, ...quota });
  await change({ registration: false, ...quota });
  expect(sent).toEqual([
    { key: 'registration', value: true },
    { key: 'registration', value: false },
  ]);
});

test('what was saved before another was refused, or without an answer, can be taken back', async () => {
  const sent: unknown[] = [];
  const answers = ['saved', 'refused', 'saved', 'saved', 'lost', 'saved'];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { key, value } = JSON.parse(String(body));
    sent.push([key, value]);
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ success: answer === 'saved', message: '' }));
  });
  const change = createOptionsChanger(began);
  await expect(change({ email_verification: true, email_domains: ['@'] })).rejects.toThrow();
  await change({ email_verification: false, email_domains: [] });
  await expect(change({ email_verification: true, email_domains: [] })).rejects.toThrow();
  await change({ email_verification: false, email_domains: [] });
  expect(sent).toEqual([
    ['email_verification', true],
    ['email_domains', ['@']],
    ['email_verification', false],
    ['email_domains', []],
    ['email_verification', true],
    ['email_verification', false],
  ]);
});

test('people are let in after what is to hold for them is saved, and kept out before', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(Object.values(JSON.parse(String(body))));
    return new Response('{"success":true,"message":""}');
  });
  const change = createOptionsChanger(began);
  await change({ registration: true, email_verification: true });
  await change({ registration: false, email_verification: false });
  expect(sent).toEqual([
    ['email_verification', true],
    ['registration', true],
    ['registration', false],
    ['email_verification', false],
  ]);
});
