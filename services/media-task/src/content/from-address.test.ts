import { expect, test } from 'vitest';
import type { Account } from '../upstreams/upstream.ts';
import { fromAddress } from './from-address.ts';

const google: Account = {
  provider: 'gemini',
  baseUrl: 'https://gemini.test/v1beta',
  key: 'google-key',
  region: '',
  apiVersion: '',
};
const file = 'https://gemini.test/v1beta/files/film:download?alt=media';

test('a result at the origin of its channel is asked for with the key', () => {
  expect(fromAddress(file, google)).toEqual({ url: file, headers: { 'x-goog-api-key': 'google-key' } });
});

test('another gateway is shown our key for it', () => {
  const url = 'https://other.test/v1/videos/task_1/content';
  const other = { ...google, provider: 'gateway', baseUrl: 'https://other.test/v1', key: 'sk-other' };
  expect(fromAddress(url, other).headers).toEqual({ authorization: 'Bearer sk-other' });
  expect(fromAddress('https://files.other.test/film.mp4', other).headers).toEqual({});
});

test.each([
  'https://storage.test/film.mp4',
  'http://gemini.test/v1beta/files/film:download',
  'https://gemini.test:8443/v1beta/files/film:download',
  'https://gemini.test.elsewhere.test/v1beta/files/film:download',
  'https://gemini.test@elsewhere.test/v1beta/files/film:download',
])('a result at %s is asked for without it', (url) => {
  expect(fromAddress(url, google)).toEqual({ url, headers: {} });
});

test('where addresses say it all, no key goes out', () => {
  const url = 'https://gemini.test/film.mp4';
  expect(fromAddress(url, { ...google, provider: 'ark' })).toEqual({ url, headers: {} });
});
