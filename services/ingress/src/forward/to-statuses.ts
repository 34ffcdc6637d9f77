import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { askConsoles } from '../statuses/ask-consoles.ts';
import { channelView } from '../statuses/channel-view.ts';
import { systemView } from '../statuses/system-view.ts';
import { answerFresh } from './answer-fresh.ts';

/** Shows what the processes have said of themselves lately. The consoles are asked. */
export async function forwardToStatuses(
  { statuses, consoles }: Context,
  exchange: Exchange,
  { view }: { view: 'system' | 'channels' },
): Promise<void> {
  if (view === 'system') await askConsoles(consoles, statuses.hear);
  const heard = statuses.list();
  const data = view === 'system' ? systemView(heard, performance.now()) : channelView(heard);
  answerFresh(exchange, { success: true, message: '', data });
}
