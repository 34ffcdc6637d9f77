import { expect, test } from 'vitest';
import { readDevice } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
    { browser: 'Edge', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Linux' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    { browser: 'Firefox', system: 'Linux' },
  ],
])('%s', (userAgent, device) => {
  expect(readDevice(userAgent)).toEqual(device);
});

test.each(['', 'curl/8.5.0', 'node'])('nobody would know %j', (userAgent) => {
  expect(readDevice(userAgent)).toBeUndefined();
});
