import { readMjOptions } from '../midjourney/job.ts';
import type { Button, Task } from '../task/task.ts';
import { mjStatus } from './status-words.ts';

/** A task as a record of the /mj/ family: never wrapped, and with nothing of the vendor's in it. */
export function showMjRecord(task: Task, baseUrl: string): unknown {
  const { id, action, state, wish, result } = task;
  const { botType, customId, description, state: note } = readMjOptions(wish);
  const hasBegun = state === 'running' || task.finishedAt !== null;
  // A description had none: there its words are what clients look for.
  const prompt = (action === 'DESCRIBE' ? result?.text : undefined) ?? wish.prompt;
  const films = result?.media.filter(({ kind }) => kind === 'video') ?? [];
  const videoUrls = films.map((_, index) => ({ url: `${mjImageUrl(task, baseUrl)}?index=${index}` }));
  return {
    id,
    action,
    status: mjStatus[state],
    progress: `${task.progress}%`,
    submitTime: task.createdAt,
    startTime: hasBegun ? (task.submittedAt ?? 0) : 0,
    finishTime: task.finishedAt ?? 0,
    prompt,
    promptEn: prompt,
    description,
    state: note,
    botType,
    customId,
    imageUrl: result && result.media.length > 0 ? mjImageUrl(task, baseUrl) : null,
    ...(action === 'VIDEO' && {
      videoUrl: videoUrls[0]?.url ?? null,
      videoUrls: videoUrls.length > 0 ? videoUrls : null,
    }),
    failReason: task.failure?.message ?? null,
    buttons: result ? (result.buttons ?? []).map(showButton) : null,
    properties: result ? { finalPrompt: result.text ?? wish.prompt } : {},
  };
}

/** Where anybody who knows the id sees what a task of the family made. */
export function mjImageUrl({ id }: Pick<Task, 'id'>, baseUrl: string): string {
  return `${baseUrl}/mj/image/${id}`;
}

function showButton({ token, emoji, label, type, style }: Button): unknown {
  return { customId: token, emoji, label, type, style };
}
