import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from './span.ts';

/** Where a request says that its trace stands. */
export function readHeaders({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  return { traceparent, ...(typeof tracestate === 'string' && { tracestate }) };
}
