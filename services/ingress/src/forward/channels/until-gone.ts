import { ClientGone } from '../../exchange/client-gone.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Runs a question whose answer may take long; it ends when its client leaves, or when the process stops. */
export async function untilGone(
  exchange: Exchange,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const leaving = new AbortController();
  exchange.cut = (why) => {
    leaving.abort(new ClientGone());
    if (why !== 'client gone') exchange.response.destroy();
  };
  try {
    await run(leaving.signal);
  } catch (error) {
    throw leaving.signal.aborted ? new ClientGone() : error;
  }
}
