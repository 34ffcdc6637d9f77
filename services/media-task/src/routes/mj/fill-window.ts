import { randomUUID } from 'node:crypto';
import { fault } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../../call/describe.ts';
import { madeNothing } from '../../call/made-nothing.ts';
import { type Refusal, refusalOf } from '../../call/refusal.ts';
import type { SendError } from '../../call/send.ts';
import type { ApiContext } from '../../context.ts';
import { type Fields, readText } from '../../families/fields.ts';
import { refuse } from '../../families/refuse.ts';
import { family } from '../../midjourney/actions.ts';
import { lineOf, showLine } from '../../midjourney/line-of.ts';
import { readMode, withoutSpeed } from '../../midjourney/modes.ts';
import { requireTaskId } from '../../midjourney/read-members.ts';
import { readPicture } from '../../midjourney/read-pictures.ts';
import { requireOne } from '../../midjourney/require-one.ts';
import { isAccepted, readSubmitResult, refusalIn, SubmitRefusal } from '../../midjourney/submit-result.ts';
import { dataUrlOf } from '../../midjourney/to-body.ts';
import { reopenWindow, takeWindow } from '../../sql/windows.ts';
import { type PolledTask, requireSent } from '../../step/polls/poll.ts';
import { untilWritten } from '../../step/sends/until-written.ts';
import { timeoutOf } from '../../task-timeouts.ts';
import { modalRequest } from '../../upstreams/midjourney-proxy.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { showMjSubmitted } from '../../views/mj-submitted.ts';
import { answer } from '../answer.ts';
import { readFields } from '../bodies/read-fields.ts';
import { readIdempotency } from '../idempotency.ts';
import { requireAccount, requireMjTask } from './require-task.ts';

/**
 * Fills in the window that a task waits for. The same task goes on, at the price that was held when it was made, as its account:
 * also by a credential that its channel offers no more, as open tasks do. What may have arrived is not sent again.
 */
export async function fillWindow(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const { knex, config, log } = context;
  const { fields } = await readFields(request);
  const said = withoutSpeed(readText(fields, 'prompt') ?? '', readMode(request.mode));
  const mask = readPicture(fields, 'maskBase64');
  const found = await requireMjTask(context, request, requireTaskId(fields));
  const { id } = found;
  const isAsShown = said === '' || said === showLine(found);
  const prompt = isAsShown ? (lineOf(found) ?? said) : said;
  requireOne(prompt, found.action === 'VIDEO' ? 'film' : 'picture');
  const isOpen = found.upstreamState.window === 'open';
  // Before it is taken: a window that was may have been sent, and is not filled in again.
  const account = isOpen ? await requireAccount(context, requireSent(found)) : undefined;
  const asked = askedUnderKey(request, fields);
  const filling = {
    id: randomUUID(),
    asked,
    prompt: prompt === '' ? undefined : prompt,
    dueInMs: config.pollMs,
    deadlineMs: timeoutOf(config, family),
  };
  const taken = account && (await untilWritten(context, found, () => takeWindow(knex, id, filling)));
  // The try that broke off may have filled it in, or the same request under its idempotency key.
  const wasAsked = request.isRepeat || (asked !== undefined && found.upstreamState.asked === asked);
  if (!taken && wasAsked && found.upstreamState.window === 'filled')
    return answer(200, showMjSubmitted(found, request.baseUrl));
  if (!taken) refuse('taskId', 'The task waits for no window to be filled in.');
  const task = requireSent(taken);
  const maskBase64 = mask && 'bytes' in mask ? { maskBase64: dataUrlOf(mask) } : {};
  const refusal = await fill(context, task, account, { prompt: task.wish.prompt, ...maskBase64 });
  if (!refusal) return answer(200, showMjSubmitted(task, request.baseUrl));
  log.warn({ task: id, ...describeFailure(refusal) }, 'a window was not taken');
  const before = { filling: filling.id, prompt: found.wish.prompt };
  await untilWritten(context, task, () => reopenWindow(knex, id, before));
  if (!(refusal instanceof SubmitRefusal))
    throw new FaultError(fault('service_unavailable'), { cause: refusal });
  const { code, message: description, properties } = refusal;
  return answer(200, { code, description, result: null, properties });
}

/** What a request asks, and its idempotency key; undefined where it has none. */
function askedUnderKey(request: HandleRequest, fields: Fields): string | undefined {
  const idempotency = readIdempotency(request, fields);
  return idempotency && `${idempotency.key} ${idempotency.requestHash.toString('base64')}`;
}

/** Why the vendor has it not, for certain; undefined where it has, or may have. */
async function fill(
  context: ApiContext,
  task: PolledTask,
  account: Account,
  filled: { prompt: string; maskBase64?: string },
): Promise<Refusal | SendError | undefined> {
  try {
    const received = await context.send(modalRequest(task, account, filled));
    const result = readSubmitResult(received);
    if (result && isAccepted(result)) return undefined;
    throw result ? refusalIn(result) : refusalOf(received, '');
  } catch (error) {
    if (madeNothing(error)) return error;
    context.log.error(
      { task: task.id, ...describeFailure(error) },
      'whether a window was taken is not known',
    );
    return undefined;
  }
}
