import { fault } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../../call/describe.ts';
import type { ApiContext } from '../../context.ts';
import { findSiblings } from '../../sql/accounts.ts';
import { mostSiblings } from '../../step/ask-as-any.ts';
import type { PolledTask } from '../../step/poll.ts';
import { readSeed, seedRequest } from '../../upstreams/midjourney-proxy.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { answer } from '../answer.ts';
import { requireAccount, requireOrigin } from './require-task.ts';

/** The number that a picture grew from, which its vendor alone knows. */
export async function showSeed(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireOrigin(context, request, request.taskId);
  const account = await requireAccount(context, task);
  const seed = await askSeed(context, task, account).catch((error) => {
    context.log.warn({ task: task.id, ...describeFailure(error) }, 'a seed cannot be asked for');
    return undefined;
  });
  if (seed === undefined) throw new FaultError(fault('bad_response'));
  return answer(200, { code: 1, description: 'Success', result: seed });
}

/** Where its credential is refused, with the other ones of its channel: keys are renewed while pictures lie at the vendor's. */
async function askSeed(
  { knex, config, send }: ApiContext,
  task: PolledTask,
  own: Account,
): Promise<string | undefined> {
  const siblings = await findSiblings(knex, config.masterKey, task.accountId, mostSiblings);
  for (const account of [own, ...siblings.map((sibling) => sibling.account)]) {
    const received = await send(seedRequest(task, account));
    if (received.status !== 401 && received.status !== 403) return readSeed(received);
  }
  return undefined;
}
