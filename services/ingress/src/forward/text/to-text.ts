import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { admitBody } from '../../admit/admit-body.ts';
import { admitTokens, noBooking } from '../../admit/admit-tokens.ts';
import { keyOf } from '../../caller/authenticate.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { modelStyle } from '../../routes/model-style.ts';
import type { Target } from '../../routes/route.ts';
import { listHeaders } from '../http/pick-headers.ts';
import { modelInPath } from './model-in-path.ts';
import { createAnswerWriter } from './text-answer.ts';

/** The client's headers that go on. */
const passedHeaders = ['content-type', 'accept', 'openai-beta', 'anthropic-version', 'anthropic-beta'];

const byStyle = {
  default: Dialect.CHAT_COMPLETIONS,
  messages: Dialect.MESSAGES,
  native: Dialect.GENERATE_CONTENT,
};

const noBody = Buffer.alloc(0);

/** Reads the body and relays the request to text-gateway. */
export async function forwardToText(
  context: Context,
  exchange: Exchange,
  target: Target & { to: 'text' },
): Promise<void> {
  const { request, response } = exchange;
  const hasBody = exchange.route?.method === 'POST';
  const body = hasBody ? await admitBody(context, exchange) : noBody;
  const booking = exchange.route?.billable ? await admitTokens(context, exchange, body.length) : noBooking;
  if (response.destroyed) return booking.giveBack();
  const dialect = target.dialect === 'by headers' ? byStyle[modelStyle(request)] : target.dialect;
  const writer = createAnswerWriter(exchange, booking);
  const call = context.text.relay(
    {
      requestId: exchange.id,
      dialect,
      operation: target.operation,
      caller: keyOf(exchange).caller,
      headers: listHeaders(request.headers, passedHeaders),
      body,
      model: modelInPath(request.params.model, dialect),
      stream: target.stream ?? false,
      alt: typeof request.query.alt === 'string' ? request.query.alt : '',
    },
    writer,
    exchange.span,
  );
  writer.attach(call);
  exchange.cut = writer.cut;
}
