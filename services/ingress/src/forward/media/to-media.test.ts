import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
});
afterAll(() => world.stop());

const get = async (path: string) => {
  const answer = await fetch(`${world.url}${path}`, { headers: { authorization: 'Bearer sk-good' } });
  return { status: answer.status, body: await answer.json() };
};

it('the media service hears the members of a query', async () => {
  expect(await get('/v1/videos?after=one&limit=2')).toMatchObject({ status: 200 });
  expect(world.media.asked.at(-1)?.query).toEqual({ after: 'one', limit: '2' });
});

it.each(['/v1/videos?after=one&limit=2&after=two', '/v1/videos/a-task/content?after=one&after=two'])(
  'a query that names a member twice is refused: a list would begin anew: %s',
  async (path) => {
    const { length } = world.media.asked;
    expect(await get(path)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('after must be there once.'), param: 'after' } },
    });
    expect(world.media.asked).toHaveLength(length);
  },
);
