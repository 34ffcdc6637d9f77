import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { ask, toSearch } from './client.ts';

let answer: (response: ServerResponse) => void;
const server = createServer((_request, response) => answer(response));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (status: number, body: string) => {
  answer = (response) => response.writeHead(status, { 'x-request-id': 'id-1' }).end(body);
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
  const error = await ask('http://127.0.0.1:1/api').catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: 'unreachable' });
});

test('who does not wait any more gets no error of the API', async () => {
  answer = () => undefined;
  const leaving = new AbortController();
  const asked = ask(url, { signal: leaving.signal }).catch((error: unknown) => error);
  leaving.abort();
  expect(await asked).toMatchObject({ name: 'AbortError' });
});

test('what is empty is left out of a query', () => {
  expect(toSearch({ a: '', b: undefined, c: 0, d: 'x y' })).toBe('?c=0&d=x+y');
  expect(toSearch({ a: '' })).toBe('');
});
