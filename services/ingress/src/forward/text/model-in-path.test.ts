import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
afterAll(() => world.stop());

async function openOf(method: 'get' | 'post', path: string) {
  const { status } = await request(world.url)[method](path).set('authorization', 'Bearer sk-good');
  expect(status, path).toBe(200);
  return world.text.relays.at(-1)?.open;
}

/** As it stands in the path, and what it names. */
const names = [
  ['m', 'm'],
  ['some/model', 'some/model'],
  ['some%2Fmodel', 'some/model'],
  ['m:free', 'm:free'],
  ['m%3Afree', 'm:free'],
  ['m%20n', 'm n'],
  ['models', 'models'],
] as const;

const nativeNames = [
  ...names,
  ['models/m', 'm'],
  ['models%2Fm', 'm'],
  ['models/some/model', 'some/model'],
  ['models/models/m', 'models/m'],
  ['some/models/m', 'some/models/m'],
] as const;

describe.each(nativeNames)('%s in a native path', (segment, model) => {
  it.each(['/v1beta/models', '/v1/models'])('names a model below %s', async (root) => {
    const whole = await openOf('post', `${root}/${segment}:generateContent`);
    expect(whole).toMatchObject({ model, stream: false });
    const streamed = await openOf('post', `${root}/${segment}:streamGenerateContent?alt=sse`);
    expect(streamed).toMatchObject({ model, stream: true });
  });

  it('names a model to describe', async () => {
    expect(await openOf('get', `/v1beta/models/${segment}`)).toMatchObject({ model, stream: false });
    expect(await openOf('get', `/v1beta/models/${segment}/`)).toMatchObject({ model });
  });
});

describe.each([...names, ['models/m', 'models/m'] as const])(
  '%s in a path of the default style',
  (segment, model) => {
    it('names a model to describe', async () => {
      expect(await openOf('get', `/v1/models/${segment}`)).toMatchObject({ model });
    });
  },
);
