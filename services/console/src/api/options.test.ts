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
