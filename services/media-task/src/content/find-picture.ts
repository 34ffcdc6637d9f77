import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';
import { findPublicTask } from '../sql/tasks/find-task.ts';
import type { Media, Result } from '../task/task.ts';
import type { FoundContent } from './find-content.ts';
import { nowhereFault } from './nowhere.ts';
import { findAccountOf } from './open-as-any.ts';

/** A picture is no film: what is larger is not what it says it is. */
const largestBytes = 64 * 1024 * 1024;

const shownTypes = /^(?:image\/(?!svg)[\w.+-]+|video\/(?:mp4|webm))$/;

const usualTypes = { image: 'image/jpeg', video: 'video/mp4' };

/**
 * Where the picture of a task of the /mj/ family is, for whoever knows its id: there is no other secret. What is not there
 * yet is as unknown as what never was.
 * @param index which film, or which of several pictures; undefined is the picture.
 */
export async function findPicture(
  context: ApiContext,
  { taskId, index, isGone }: { taskId: string; index: number | undefined; isGone: boolean },
): Promise<FoundContent> {
  const task = await findPublicTask(context.knex, taskId, ['mj', 'image-async']);
  const media = task?.result ? pick(task.result, index) : undefined;
  if (!task || !media || (media.url === undefined && media.key === undefined)) {
    const message = 'There is no such picture.';
    throw new FaultError(fault('task_not_exist', { type: platformType, message }));
  }
  const open = { types: shownTypes, largestBytes };
  if (media.key !== undefined) return { key: media.key, name: task.id, open };
  if (isGone || media.url === undefined) throw new FaultError(nowhereFault(task));
  const account = await findAccountOf(context, task);
  if (!account) throw new FaultError(fault('bad_response'));
  return {
    url: media.url,
    headers: {},
    type: usualTypes[media.kind],
    name: task.id,
    trusted: [new URL(account.baseUrl).origin],
    finishedAt: task.finishedAt,
    open,
  };
}

function pick({ media }: Result, index: number | undefined): Media | undefined {
  if (index === undefined) return media[0];
  const films = media.filter(({ kind }) => kind === 'video');
  return (films.length > 0 ? films : media)[index];
}
