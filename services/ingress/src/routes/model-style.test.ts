import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
afterAll(() => world.stop());

const bearer = { authorization: 'Bearer sk-good' };
const version = { 'anthropic-version': '2023-06-01' };
const { CHAT_COMPLETIONS, MESSAGES, GENERATE_CONTENT } = Dialect;

const askers: [string, Record<string, string>, string, Dialect][] = [
  ['Bearer', bearer, '', CHAT_COMPLETIONS],
  ['x-api-key and a version', { 'x-api-key': 'sk-good', ...version }, '', MESSAGES],
  ['a version nobody knows', { 'x-api-key': 'sk-good', 'anthropic-version': 'x' }, '', MESSAGES],
  ['x-api-key alone', { 'x-api-key': 'sk-good' }, '', CHAT_COMPLETIONS],
  ['x-api-key and no version', { 'x-api-key': 'sk-good', 'anthropic-version': '' }, '', CHAT_COMPLETIONS],
  ['a version and Bearer', { ...bearer, ...version }, '', MESSAGES],
  ['an empty version and Bearer', { ...bearer, 'anthropic-version': '' }, '', CHAT_COMPLETIONS],
  ['a version and key in the query', version, '?key=sk-good', GENERATE_CONTENT],
  ['x-goog-api-key', { 'x-goog-api-key': 'sk-good' }, '', GENERATE_CONTENT],
  ['an empty x-goog-api-key', { ...bearer, 'x-goog-api-key': '' }, '', CHAT_COMPLETIONS],
  ['key in the query', {}, '?key=sk-good', GENERATE_CONTENT],
  ['Bearer and key in the query', bearer, '?key=sk-good', GENERATE_CONTENT],
  ['an empty key in the query', bearer, '?key=', CHAT_COMPLETIONS],
  [
    'headers of messages and of native',
    { 'x-api-key': 'sk-good', ...version, 'x-goog-api-key': 'sk-good' },
    '?key=sk-good',
    MESSAGES,
  ],
];

describe.each(['/v1/models', '/v1/models/some/model'])('GET %s', (path) => {
  it.each(askers)('in the style of %s', async (_what, headers, query, dialect) => {
    const { status } = await request(world.url).get(`${path}${query}`).set(headers);
    expect(status).toBe(200);
    expect(world.text.relays.at(-1)?.open.dialect).toBe(dialect);
  });
});

describe('a refusal of models', () => {
  const refusal = (headers: Record<string, string>, query = '') =>
    request(world.url).get(`/v1/models${query}`).set(headers);
  const error = { type: 'invalid_request_error', code: 'invalid_api_key', param: '' };

  it('is in the messages style when its headers are there', async () => {
    const { status, headers, body } = await refusal({ 'x-api-key': 'sk-wrong', ...version });
    expect(status).toBe(401);
    expect(body).toMatchObject({ type: 'error', error, request_id: headers['x-request-id'] });
    expect(headers['request-id']).toBe(headers['x-request-id']);
  });

  it.each([
    ['x-goog-api-key', { 'x-goog-api-key': 'sk-wrong' }, ''],
    ['key in the query', {}, '?key=sk-wrong'],
    ['keys twice in the query', {}, '?key=sk-good&key=sk-good'],
  ])('is in the native style for %s', async (_what, headers, query) => {
    const { status, body } = await refusal(headers, query);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: { ...error, status: 'UNAUTHENTICATED' } });
  });

  it('is in the public envelope otherwise', async () => {
    const { headers, body } = await refusal({ 'x-api-key': 'sk-wrong' });
    expect(body).toEqual({ error: { ...error, message: expect.any(String) } });
    expect(headers).not.toHaveProperty('request-id');
  });
});
