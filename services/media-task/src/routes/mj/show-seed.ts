import { fault } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../../call/describe.ts';
import type { ApiContext } from '../../context.ts';
import { findAccount } from '../../sql/accounts.ts';
import { askAsAny } from '../../step/ask-as-any.ts';
import { askSeed } from '../../upstreams/midjourney-proxy.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { answer } from '../answer.ts';
import { requireOrigin } from './require-task.ts';

/** The number that a picture grew from, which its vendor alone knows. */
export async function showSeed(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireOrigin(context, request, request.taskId);
  const { accountId } = task;
  const account = await findAccount(context.knex, context.config.masterKey, accountId);
  const ask = (one: Account) => askSeed(task, one, context.send);
  const knows = (seed: string | undefined) => seed !== undefined;
  const found = await askAsAny(context, { accountId, account, ask, knows }).catch((error) => {
    context.log.warn({ task: task.id, ...describeFailure(error) }, 'a seed cannot be asked for');
    return undefined;
  });
  const seed = found?.answer;
  if (seed === undefined) throw new FaultError(fault('bad_response'));
  return answer(200, { code: 1, description: 'Success', result: seed });
}
