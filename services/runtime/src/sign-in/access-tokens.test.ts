import { beforeEach, describe, expect, test } from 'vitest';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';

const hourMs = 60 * 60_000;
let nowMs = 0;
let asked = 0;
let tokens: AccessTokens;
beforeEach(() => {
  nowMs = 0;
  asked = 0;
  tokens = createAccessTokens(() => nowMs);
});

async function give() {
  asked += 1;
  return { value: `token-${asked}`, expiresInMs: hourMs };
}

async function fail(): Promise<never> {
  asked += 1;
  throw new Error('no token');
}

test('requests that wait for one credential ask once', async () => {
  const waiting = [tokens.get('a', give), tokens.get('a', give), tokens.get('a', give)];
  expect(await Promise.all(waiting)).toEqual(['token-1', 'token-1', 'token-1']);
});

test('a token that is there is given at once', async () => {
  await tokens.get('a', give);
  expect(tokens.get('a', give)).toBe('token-1');
});

test('each credential has its own', async () => {
  expect([await tokens.get('a', give), await tokens.get('b', give)]).toEqual(['token-1', 'token-2']);
});

test('a token is given until five minutes before its end', async () => {
  await tokens.get('a', give);
  nowMs = 55 * 60_000 - 1;
  expect(await tokens.get('a', give)).toBe('token-1');
  nowMs += 1;
  expect(await tokens.get('a', give)).toBe('token-2');
});

test('a failure is told to whoever asks within a second, and no longer', async () => {
  await expect(tokens.get('a', fail)).rejects.toThrow('no token');
  nowMs = 999;
  await expect(tokens.get('a', give)).rejects.toThrow('no token');
  nowMs = 1_000;
  expect(await tokens.get('a', give)).toBe('token-2');
});

describe('a token that an upstream refuses', () => {
  test('is dropped', async () => {
    await tokens.get('a', give);
    nowMs = 60_000;
    expect(tokens.refuse('a')).toBe('old');
    expect(await tokens.get('a', give)).toBe('token-2');
  });

  test('is kept where it has just come: it is not what is wrong', async () => {
    await tokens.get('a', give);
    nowMs = 59_999;
    expect(tokens.refuse('a')).toBeUndefined();
    expect(await tokens.get('a', give)).toBe('token-1');
  });

  test('leaves those of other credentials alone', async () => {
    await tokens.get('a', give);
    nowMs = 60_000;
    tokens.refuse('b');
    expect(await tokens.get('a', give)).toBe('token-1');
  });
});

test('of too many the oldest is forgotten', async () => {
  for (let count = 0; count <= 1_000; count += 1) await tokens.get(`credential-${count}`, give);
  expect(await tokens.get('credential-1000', give)).toBe('token-1001');
  expect(await tokens.get('credential-0', give)).toBe('token-1002');
});
