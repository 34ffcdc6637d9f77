import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../../call/describe.ts';
import type { ApiContext } from '../../context.ts';
import { findAccount } from '../../sql/accounts.ts';
import { hideTask } from '../../sql/tasks/hide-task.ts';
import { askAsAny } from '../../step/ask-as-any.ts';
import { isTerminal } from '../../task/states.ts';
import type { Task } from '../../task/task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { answer } from '../answer.ts';
import { requireTask } from '../show-task.ts';

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

async function removeAtVendor({ knex, config, send }: ApiContext, task: Task): Promise<void> {
  const { upstreamId, accountId } = task;
  if (upstreamId === null || accountId === null) return;
  const account = await findAccount(knex, config.masterKey, accountId);
  const ask = async (one: Account) =>
    upstreamOf(one, task.surface).remove?.({ ...task, upstreamId }, one, send);
  await askAsAny({ knex, config }, { accountId, account, ask, knows: () => true });
}
