import type { IngressMetrics } from '../metrics.ts';
import { routeLabel } from '../routes/route-label.ts';
import type { Exchange } from './exchange.ts';

/** Books the end of a request. */
export function countRequest(metrics: IngressMetrics, exchange: Exchange, durationMs: number): void {
  const route = routeLabel(exchange);
  metrics.requests(route)(statusLabel(exchange)).add(1);
  metrics.duration(route).observe(durationMs / 1_000);
  const { firstByteMs, isStream } = exchange;
  if (firstByteMs === undefined) return;
  metrics.firstByte(isStream ? 'stream' : 'whole').observe(firstByteMs / 1_000);
}

/** Where nothing is implemented, and where a client asks for a model that is not there, nothing failed, however often it does. */
function statusLabel({ abort, isOfClient, route, response: { statusCode } }: Exchange): string {
  if (abort) return 'aborted';
  if (isOfClient) return 'unknown_model';
  return statusCode === 501 && route?.target.to === 'unimplemented'
    ? '501'
    : `${Math.floor(statusCode / 100)}xx`;
}
