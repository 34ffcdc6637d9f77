import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { admitBody } from '../../admit/admit-body.ts';
import { callerOf } from '../../caller/caller-of.ts';
import type { Context } from '../../context.ts';
import { answerBytes } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { listHeaders } from '../http/pick-headers.ts';
import { readQuery } from '../read-query.ts';
import { askMedia } from './ask-media.ts';

/** The client's headers that go on. */
const passedHeaders = ['content-type', 'idempotency-key'];

/** Posted, and nothing is made of them. */
const readings: ReadonlySet<Operation> = new Set([Operation.MJ_LIST, Operation.PRESIGN_UPLOAD]);

const noBody = Buffer.alloc(0);

/** Hands a request about tasks to the media service, and its answer to the client. */
export async function forwardToMedia(
  context: Context,
  exchange: Exchange,
  { operation, action = '' }: { operation: Operation; action?: string },
): Promise<void> {
  const { request } = exchange;
  const query = readQuery(request, { status: 400 });
  const hasBody = request.method === 'POST';
  const body = hasBody ? await admitBody(context, exchange) : noBody;
  // It is sent on, and held, also when the client has left.
  const letGoOfBody = exchange.letGoOfBody;
  delete exchange.letGoOfBody;
  const answer = await askMedia(
    context,
    {
      requestId: exchange.id,
      operation,
      caller: callerOf(exchange),
      headers: listHeaders(request.headers, passedHeaders),
      body,
      action,
      taskId: typeof request.params.task_id === 'string' ? request.params.task_id : '',
      query,
      mode: typeof request.params.mode === 'string' ? request.params.mode : '',
      baseUrl: context.config.publicUrl.replace(/\/$/, ''),
    },
    { mayMake: hasBody && !readings.has(operation) },
  ).finally(letGoOfBody);
  answerBytes(exchange, answer.status, 'application/json', Buffer.from(answer.body));
}
