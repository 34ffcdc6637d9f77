import { waitFor } from '@headgate/runtime/testing/wait-for';
import { keyOfRoot } from './busy-configuration.ts';
import type { World } from './world.ts';

const prompts = ['a mill by a stream in the morning', 'a paper boat on a river', 'a lighthouse in a storm'];

/**
 * Has the world make a film for each prompt, and one that the vendor refuses; waits for their ends.
 * @param control of the sandbox, in each prompt.
 */
export async function makeTasks(world: Pick<World, 'baseUrl' | 'sql'>, control = ''): Promise<void> {
  for (const prompt of [...prompts, 'a film that its vendor refuses [[ends=moderated]]']) {
    const answer = await fetch(`${world.baseUrl}/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyOfRoot}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sora-2', prompt: prompt + control, seconds: '4' }),
    });
    if (!answer.ok) throw new Error(`no task was made: ${answer.status} ${await answer.text()}`);
  }
  await waitFor(
    async () => {
      const [row] = await world.sql('select count(*)::int as open from media.task where finished_at is null');
      return row?.open === 0;
    },
    'the tasks have ended',
    { timeoutMs: 60_000 },
  );
}
