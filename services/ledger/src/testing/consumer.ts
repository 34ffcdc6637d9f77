import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import type { Knex } from 'knex';
import type { SettleContext } from '../consume/context.ts';
import { settleForever } from '../consume/settle-forever.ts';
import { createLedgerMetrics, type LedgerMetrics } from '../metrics.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { passBy } from '../stage.ts';
import { linkNats } from '../stream-link.ts';

export const quietLog = createLog('ledger', process.env.HEADGATE_LOG_LEVEL ?? 'silent');

/** The settling half of a ledger, alone. */
export interface TestConsumer {
  metrics: LedgerMetrics;
  stop(): Promise<void>;
}

/** Starts settling with the default periods divided by ten; the tests wait for effects, not for times. */
export async function startConsumer(
  knex: Knex,
  natsUrl: string,
  of: Partial<SettleContext> = {},
): Promise<TestConsumer> {
  const stopping = new AbortController();
  const metrics = createLedgerMetrics(createRegistry('ledger'));
  const link = linkNats(natsUrl, quietLog);
  const stream = await link.connected;
  const settling = settleForever({
    ...stream,
    streamReplicas: 1,
    knex,
    books: createPriceBooks(),
    announce: { noticesGiven: () => {} },
    metrics,
    log: quietLog,
    signal: stopping.signal,
    steadyMs: () => performance.now(),
    periods: { streamCheckMs: 500, settleEveryMs: 3, followMs: 100, takeOverMs: 300 },
    onReconnect: link.onConnect,
    onReady: () => {},
    onLead: (isLeading) => metrics.leading.set(Number(isLeading)),
    reach: passBy,
    ...of,
  });
  return {
    metrics,
    async stop() {
      stopping.abort(new Error('stopped'));
      await settling;
      await link.close();
    },
  };
}
