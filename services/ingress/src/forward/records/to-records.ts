import type { Context } from '../../context.ts';
import { answerJson } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordPage, RecordScope } from '../../routes/route.ts';
import { type Asked, readAsked } from './asked.ts';
import { readKeyword } from './keyword.ts';
import { logData } from './log.ts';
import { findOwner, type Owner } from './owner.ts';
import { statData, statisticsData } from './sums.ts';

type Read = (
  context: Context,
  asked: Asked,
  owner: Owner | undefined,
  scope: RecordScope,
) => Promise<unknown>;

const pages: Record<RecordPage, Read> = {
  log: logData,
  search: logData,
  stat: statData,
  statistics: statisticsData,
};

/** Serves what was booked: ledger's numbers and ids, account's names of them. */
export async function forwardToRecords(
  context: Context,
  exchange: Exchange,
  { page, scope }: { page: RecordPage; scope: RecordScope },
): Promise<void> {
  const query = readAsked(exchange.request);
  const asked = page === 'search' ? await readKeyword(context, exchange, scope, query) : query;
  const owner = asked && (await findOwner(context, exchange, scope, asked));
  const data = await pages[page](context, asked ?? query, owner, scope);
  answerJson(exchange, 200, { success: true, message: '', data });
}
