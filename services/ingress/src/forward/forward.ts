import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../context.ts';
import { answerJson } from '../exchange/answer.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Target } from '../routes/route.ts';
import { forwardToLedger } from './billing/to-ledger.ts';
import { forwardToChannels } from './channels/to-channels.ts';
import { forwardToContent } from './media/to-content.ts';
import { forwardToFile, forwardUpload } from './media/to-files.ts';
import { forwardToMedia } from './media/to-media.ts';
import { forwardToOperation } from './operations/to-operation.ts';
import { forwardToRealtime } from './realtime/to-realtime.ts';
import { removeRecords } from './records/remove-records.ts';
import { forwardToBill } from './records/to-bill.ts';
import { forwardToRecords } from './records/to-records.ts';
import { forwardToTaskRecords } from './records/to-task-records.ts';
import { forwardToText } from './text/to-text.ts';
import { forwardToDocumentation } from './to-documentation.ts';
import { forwardToPage } from './to-page.ts';
import { forwardToStatuses } from './to-statuses.ts';

/** Hands an admitted request to what its row names. Resolves or throws before an answer has begun. */
export async function forward(context: Context, exchange: Exchange, target: Target): Promise<void> {
  switch (target.to) {
    case 'text':
      return forwardToText(context, exchange, target);
    case 'media':
      return forwardToMedia(context, exchange, target);
    case 'media-content':
      return forwardToContent(context, exchange, '/');
    case 'picture':
      return forwardToContent(context, exchange, '/pictures/');
    case 'upload':
      return forwardUpload(context, exchange);
    case 'file':
      return forwardToFile(context, exchange);
    case 'page':
      return forwardToPage(context, exchange);
    case 'realtime':
      return forwardToRealtime(context, exchange);
    case 'operation':
      return forwardToOperation(context, exchange, target);
    case 'channels':
      return forwardToChannels(context, exchange, target);
    case 'statuses':
      return forwardToStatuses(context, exchange, target);
    case 'ledger':
      return forwardToLedger(context, exchange, target.view);
    case 'records':
      return forwardToRecords(context, exchange, target);
    case 'task-records':
      return forwardToTaskRecords(context, exchange, target);
    case 'bill':
      return forwardToBill(context, exchange, target);
    case 'records-removal':
      return removeRecords(context, exchange);
    case 'health':
      return answerHealth(context, exchange, target.report);
    case 'documentation':
      return forwardToDocumentation(context, exchange, target.as);
    case 'unimplemented':
      throw new FaultError(fault('api_not_implemented'));
    default:
      return target satisfies never;
  }
}

/** For balancers that see only the public port. What is waited for stands on the operations port. */
function answerHealth(context: Context, exchange: Exchange, report: 'alive' | 'ready'): void {
  const isGood = report === 'alive' || context.health.report().ready;
  answerJson(exchange, isGood ? 200 : 503, { status: isGood ? 'ok' : 'not ready' });
}
