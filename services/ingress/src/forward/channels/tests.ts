import type { ProbeChannelsResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { callStream } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answerFresh } from '../answer-fresh.ts';
import { askedChannel } from './asked-channel.ts';
import { createEventStream } from './event-stream.ts';
import { untilGone } from './until-gone.ts';

/** Above the longest that text-gateway gives one channel, its wait for a turn included. */
const oneDeadlineMs = 5 * 60_000;
const allDeadlineMs = 60 * 60_000;

/** Tests one channel. */
export function testOne(context: Context, exchange: Exchange): Promise<void> {
  const channelId = askedChannel(exchange);
  return untilGone(exchange, async (signal) => {
    for await (const result of probe(context, exchange, channelId, { deadlineMs: oneDeadlineMs, signal })) {
      const { success, message, time, ...data } = toView(result);
      return answerFresh(exchange, { success, message, time, data });
    }
    throw new Error('A probe ended without a result');
  });
}

/** Tests all channels: to those who take events each result as it comes, else all of them at the end. */
export function testAll(context: Context, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const isStream = request.headers.accept?.includes('text/event-stream') ?? false;
  return untilGone(exchange, async (signal) => {
    const results = probe(context, exchange, 0n, { deadlineMs: allDeadlineMs, signal });
    if (isStream) return sendEvents(context, exchange, results);
    const items = (await Array.fromAsync(results)).map(toView);
    answerFresh(exchange, { success: true, message: '', data: { items, ...sumUp(items) } });
  });
}

function probe(
  { inquiries }: Context,
  { request, session }: Exchange,
  channelId: bigint,
  options: { deadlineMs: number; signal: AbortSignal },
): AsyncGenerator<ProbeChannelsResponse> {
  const model = typeof request.query.model === 'string' ? request.query.model : '';
  const stream = request.query.stream === 'true' || request.query.stream === '1';
  const asked = { channelId, model, stream, askedBy: session?.user.id ?? 0n };
  return callStream(inquiries, inquiries.probeChannels, asked, options);
}

async function sendEvents(
  context: Context,
  exchange: Exchange,
  results: AsyncIterable<ProbeChannelsResponse>,
): Promise<void> {
  const events = createEventStream(exchange);
  const items: ResultView[] = [];
  try {
    for await (const result of results) {
      const item = toView(result);
      items.push(item);
      events.send(item);
    }
    events.end('done', { success: true, message: '', ...sumUp(items) });
  } catch (error) {
    if (!events.hasBegun() || exchange.response.destroyed) throw error;
    context.log.warn({ err: error, requestId: exchange.id }, 'a test of all channels broke off');
    events.end('done', { success: false, message: 'The test broke off.', ...sumUp(items) });
  } finally {
    events.stop();
  }
}

type ResultView = ReturnType<typeof toView>;

function toView({ channelId, success, message, seconds, ...more }: ProbeChannelsResponse) {
  return {
    channel_id: Number(channelId),
    success,
    message,
    time: seconds,
    model: more.model,
    status: more.status,
    first_byte_seconds: more.firstByteSeconds,
  };
}

function sumUp(items: readonly ResultView[]) {
  return { total: items.length, succeeded: items.filter(({ success }) => success).length };
}
