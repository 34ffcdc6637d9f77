import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { ask, toSearch } from './client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const url = 'http://127.0.0.1:1/api';
const send = (status: number, body: string): void => {
  const headers = { 'x-request-id': 'id-1' };
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
};
const failure = (): Promise<unknown> => ask(url).catch((error: unknown) => error);

test('gives the data out of its envelope', async () => {
  send(200, '{"success":true,"message":"","data":{"items":[1]}}');
  expect(await ask(url)).toEqual({ items: [1] });
});

test('a refusal in 200 is an error in the words of the API', async () => {
  send(200, '{"success":false,"message":"The password is wrong."}');
  expect(await failure()).toMatchObject({
    kind: 'refused',
    message: 'The password is wrong.',
    requestId: 'id-1',
  });
});

test.each([
  [401, 'signed-out'],
  [403, 'forbidden'],
  [503, 'unavailable'],
])('%i is an error of the kind %s', async (status, kind) => {
  send(status, '{"success":false,"message":"no"}');
  expect(await failure()).toMatchObject({ kind });
});

test.each([
  [502, '<html>Bad gateway</html>', 'unavailable'],
  [200, '<html>Sign in to the network</html>', 'unreadable'],
])('%i with a page in place of an answer is %s', async (status, body, kind) => {
  send(status, body);
  expect(await failure()).toMatchObject({ kind });
});

test('nobody there is an error as well', async () => {
  const error = await failure();
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: 'unreachable' });
});

test('who does not wait any more gets no error of the API', async () => {
  const leaving = new AbortController();
  const asked = ask(url, { signal: leaving.signal }).catch((error: unknown) => error);
  leaving.abort();
  expect(await asked).toMatchObject({ name: 'AbortError' });
});

test('what is empty is left out of a query', () => {
  expect(toSearch({ a: '', b: undefined, c: 0, d: 'x y' })).toBe('?c=0&d=x+y');
  expect(toSearch({ a: '' })).toBe('');
});
