import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { keepResult } from './keep-result.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const config = { resultRetentionMs: 3_600_000, uploadRetentionMs: 3_600_000 };

test('what the sweep has forgotten while it was written is not kept, and nothing of it stays', async () => {
  const { knex, store, log } = media.context;
  let key = '';
  async function* sweptMeanwhile() {
    yield Buffer.from('half ');
    const [row] = await rowsOf<{ key: string }>(knex, 'update file set drop_at = now() returning key', []);
    key = row?.key ?? '';
    expect(await sweepFiles({ knex, store, log, config })).toBe(1);
    yield Buffer.from('of it');
  }
  const keeping = keepResult(
    { knex, store, config },
    { userId: 7n },
    { type: 'video/mp4', bytes: sweptMeanwhile() },
  );
  await expect(keeping).rejects.toThrow('longer than it was waited for');
  expect(key).toMatch(/^r/);
  expect(await store.find(key)).toBeUndefined();
});
