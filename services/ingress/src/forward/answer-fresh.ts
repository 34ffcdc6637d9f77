import { answerJson } from '../exchange/answer.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** Answers in the session envelope with what holds now and for one administrator: nobody on the way keeps it. */
export function answerFresh(exchange: Exchange, members: Record<string, unknown>): void {
  exchange.response.setHeader('cache-control', 'no-store');
  answerJson(exchange, 200, members);
}
