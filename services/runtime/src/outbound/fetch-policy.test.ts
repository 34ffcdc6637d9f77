import { describe, expect, test } from 'vitest';
import { readAllowList } from './allow-list.ts';
import { createFetchPolicy } from './fetch-policy.ts';

const policy = createFetchPolicy(readAllowList(''));

test.each([
  ['http://media.test/', undefined],
  ['https://media.test:443/', undefined],
  ['http://media.test:443/', undefined],
  ['http://media.test:8080/', 'bad_url'],
  ['http://media.test:22/', 'bad_url'],
  ['http://user@media.test/', 'bad_url'],
  ['http://:secret@media.test/', 'bad_url'],
  ['ftp://media.test/', 'bad_url'],
  ['file:///etc/passwd', 'bad_url'],
  ['data:image/png;base64,', 'bad_url'],
])('%s: %s', (text, expected) => {
  expect(policy.refuseUrl(new URL(text))).toBe(expected);
});

describe('what an operator allows', () => {
  const allowing = createFetchPolicy(readAllowList('10.1.0.0/16,images.test:8080'));

  test('is ranges, at the ports of the web alone', () => {
    expect(allowing.refuseUrl(new URL('http://10.1.0.1/'))).toBeUndefined();
    expect(allowing.refuseUrl(new URL('http://10.1.0.1:8080/'))).toBe('bad_url');
  });

  test('is hosts at the port that is named', () => {
    expect(allowing.refuseUrl(new URL('https://images.test:8080/a.png'))).toBeUndefined();
    expect(allowing.refuseUrl(new URL('https://images.test:8081/a.png'))).toBe('bad_url');
  });
});
