import { expect, test } from 'vitest';
import type { Task } from '../task/task.ts';
import { xai } from './xai.ts';

const account = { provider: 'xai', baseUrl: 'https://xai.test/v1', key: 'k', region: '', apiVersion: '' };

test('a task that is answered with 202 and nothing else is not there yet', async () => {
  const task = { upstreamId: 'r-1' } as Task & { upstreamId: string };
  const answer = { status: 202, headers: {}, body: Buffer.alloc(0) };
  expect(await xai.poll(task, account, async () => answer)).toEqual({ kind: 'queued' });
});
