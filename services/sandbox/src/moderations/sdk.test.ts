import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

test('what is violent is flagged, by the newest model unless another is named', async () => {
  const { client, log } = await startSandbox();
  const moderation = await client.moderations.create({ input: ['peace', 'violence'] });
  expect(moderation.model).toBe('omni-moderation-latest');
  expect(moderation.results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(await log()).toMatchObject([{ dialect: 'moderations', usage: { inputTokens: 0 } }]);
});
