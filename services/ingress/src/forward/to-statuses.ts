import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { channelView } from '../statuses/channel-view.ts';
import { systemView } from '../statuses/system-view.ts';
import { answerFresh } from './answer-fresh.ts';

/** Shows what the processes have said of themselves lately. */
export function forwardToStatuses(
  { statuses }: Context,
  exchange: Exchange,
  { view }: { view: 'system' | 'channels' },
): void {
  const heard = statuses.list();
  const data = view === 'system' ? systemView(heard, performance.now()) : channelView(heard);
  answerFresh(exchange, { success: true, message: '', data });
}
