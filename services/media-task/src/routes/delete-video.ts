import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../call/describe.ts';
import { Refusal } from '../call/refusal.ts';
import type { Send } from '../call/send.ts';
import type { ApiContext } from '../context.ts';
import { findAccount, findSiblings } from '../sql/accounts.ts';
import { hideTask } from '../sql/hide-task.ts';
import { mostSiblings } from '../step/ask-as-any.ts';
import { isTerminal } from '../task/states.ts';
import type { Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import { answer } from './answer.ts';
import { requireTask } from './show-task.ts';

/** Hides a task that has ended, and has its vendor forget it where that can be done. Its record and its bill stay. */
export async function deleteVideo(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const { knex } = context;
  const task = await requireTask(knex, request);
  if (!isTerminal(task.state)) {
    const message = 'The video is still being made: it can be deleted once it has ended.';
    throw new FaultError(
      fault('invalid_request', {
        status: 409,
        type: platformType,
        param: 'video_id',
        message,
        permanent: true,
      }),
    );
  }
  await hideTask(knex, task.id);
  // What the client asked for is done: the vendor keeps its copy for a while at most.
  removeAtVendor(context, task).catch((error) =>
    context.log.info({ task: task.id, ...describeFailure(error) }, 'a vendor keeps a deleted task'),
  );
  return answer(200, { id: task.id, object: 'video.deleted', deleted: true });
}

/** Where a credential is refused, with the other ones of its channel: keys are renewed while films lie at the vendor's. */
async function removeAtVendor({ knex, config, send }: ApiContext, task: Task): Promise<void> {
  const { upstreamId, accountId } = task;
  if (upstreamId === null || accountId === null) return;
  const own = await findAccount(knex, config.masterKey, accountId);
  const siblings = await findSiblings(knex, config.masterKey, accountId, mostSiblings);
  for (const account of [own, ...siblings.map((sibling) => sibling.account)]) {
    if (!account) continue;
    let isRefused = false;
    const sendAndSee: Send = async (request) => {
      const answer = await send(request);
      isRefused = answer.status === 401 || answer.status === 403;
      return answer;
    };
    await upstreamOf(account, task.surface).remove?.({ ...task, upstreamId }, account, sendAndSee);
    if (!isRefused) return;
  }
  throw new Refusal('credential', '');
}
