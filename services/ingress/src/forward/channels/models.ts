import type { FetchModelsRequest } from '@headgate/proto/gen/headgate/text/v1/text';
import { call } from '@headgate/runtime/rpc/client';
import { readBody } from '../../admit/body.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answerFresh } from '../answer-fresh.ts';
import { askedChannel } from './asked-channel.ts';
import { readUnsaved } from './unsaved-channel.ts';
import { untilGone } from './until-gone.ts';

const bodyBytes = 16 * 1024;
const deadlineMs = 60_000;

/** Lists the models of a channel's upstream. */
export function listModels(context: Context, exchange: Exchange): Promise<void> {
  return answerModels(context, exchange, { channelId: askedChannel(exchange) });
}

/** Lists the models of an upstream that no channel has yet. */
export async function listUnsavedModels(context: Context, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { bodyIdleMs: idleMs } = context.config;
  const body = await readBody(request, response, { limitBytes: bodyBytes, idleMs });
  const unsaved = readUnsaved(body);
  if (typeof unsaved === 'string') return answerFresh(exchange, { success: false, message: unsaved });
  return answerModels(context, exchange, { unsaved });
}

function answerModels({ inquiries }: Context, exchange: Exchange, asked: FetchModelsRequest): Promise<void> {
  return untilGone(exchange, async (signal) => {
    const { models } = await call(inquiries, inquiries.fetchModels, asked, { deadlineMs, signal });
    answerFresh(exchange, { success: true, message: '', data: models });
  });
}
