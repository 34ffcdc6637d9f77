import { waitFor } from '@headgate/runtime/testing/wait-for';
import { oldKey } from './configuration.ts';

const headers = { authorization: `Bearer ${oldKey}`, 'content-type': 'application/json' };

export interface Task {
  id: string;
  /** Of the request that made it, and of its entry. */
  requestId: string;
}

/** Has a film made. */
export async function makeTask(baseUrl: string): Promise<Task> {
  const answer = await fetch(`${baseUrl}/v1/videos`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'sora-2', prompt: 'a mill by a river', seconds: '4' }),
  });
  if (!answer.ok) throw new Error(`no task was made: ${answer.status} ${await answer.text()}`);
  const { id } = Object(await answer.json());
  return { id: String(id), requestId: answer.headers.get('x-request-id') ?? '' };
}

/** How a task stands: its status, or the status of a refusal. */
export async function readTask(baseUrl: string, { id }: Task): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/videos/${id}`, { headers });
  return answer.ok ? String(Object(await answer.json()).status) : String(answer.status);
}

export async function awaitTask(baseUrl: string, task: Task): Promise<void> {
  await waitFor(async () => (await readTask(baseUrl, task)) === 'completed', `${task.id} is done`, {
    timeoutMs: 120_000,
  });
}

/** Waits until tasks are served, whatever is said of this one. */
export async function awaitShown(baseUrl: string, task: Task): Promise<void> {
  await waitFor(async () => (await readTask(baseUrl, task)) !== '503', 'tasks are served again', {
    timeoutMs: 120_000,
  });
}
