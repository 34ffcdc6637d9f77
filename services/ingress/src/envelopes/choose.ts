import type { Request } from 'express';
import { modelStyle } from '../routes/model-style.ts';
import type { Envelope, Route } from '../routes/route.ts';

const byStyle = { default: 'public', messages: 'messages', native: 'native' } as const;

/** The envelope in which a request is refused, if it is. A path that is in no row has no clients to suit. */
export function chooseEnvelope(route: Route | undefined, request: Request): Envelope {
  if (!route) return request.path.startsWith('/api/') ? 'session' : 'public';
  return route.envelope === 'by headers' ? byStyle[modelStyle(request)] : route.envelope;
}
