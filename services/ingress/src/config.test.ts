import { describe, expect, test } from 'vitest';
import { testConfig } from './testing/world.ts';

const read = (variable: string, value: string) =>
  testConfig({
    HEADGATE_ACCOUNT_ADDRESS: 'a:1',
    HEADGATE_LEDGER_ADDRESS: 'a:1',
    HEADGATE_TEXT_GATEWAY_ADDRESS: 'a:1',
    [variable]: value,
  });

describe('trusted proxies', () => {
  test.each(['10.0.0.0/8', '::1, 2001:db8::/32', 'loopback,192.0.2.1', '10.0.0.0/255.0.0.0', '10.0.0.1,'])(
    'may be %j',
    (list) => {
      expect(read('HEADGATE_TRUSTED_PROXIES', list).trustedProxies).toBe(list);
    },
  );

  test.each([
    '1',
    'true',
    '*',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.0/8;10.1.0.0/16',
    '10.0.0.0/',
    'proxy.example',
  ])('are not %j: which network is meant must be said', (list) => {
    expect(() => read('HEADGATE_TRUSTED_PROXIES', list)).toThrow(
      'HEADGATE_TRUSTED_PROXIES must be addresses',
    );
  });
});

describe.each([
  'HEADGATE_MEDIA_HTTP_ADDRESS',
  'HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS',
  'HEADGATE_CONSOLE_HTTP_ADDRESS',
])('%s', (variable) => {
  test.each(['a:1', 'a:1, [::1]:2', 'dns:///a:1'])('may be %j', (addresses) => {
    expect(() => read(variable, addresses)).not.toThrow();
  });

  test.each(['a', 'http://a:1', 'a:1,', 'a:99999'])('is named where it is %j', (addresses) => {
    expect(() => read(variable, addresses)).toThrow(`${variable} "`);
  });
});
