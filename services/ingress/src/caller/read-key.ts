import type { Request } from 'express';
import type { Carrier } from '../routes/route.ts';
import { readBearer } from './bearer.ts';
import type { CarriedKey } from './carried-key.ts';
import { keysAmong, offeredSubprotocols } from './subprotocols.ts';

/**
 * Reads the key of a request from the carriers of its row, of which the last that is not empty counts. Each may be
 * there once: who stands in front may have read another than the first.
 */
export function readKey(request: Request, carriers: readonly Carrier[]): CarriedKey {
  let found: CarriedKey = { kind: 'missing' };
  for (const carrier of carriers) {
    const [value = '', ...more] = valuesOf(request, carrier);
    if (more.length > 0) return { kind: 'malformed' };
    if (value !== '') found = hasScheme.has(carrier) ? readBearer(value) : readBare(value);
  }
  return found;
}

/** Where `Bearer ` may stand before the key. */
const hasScheme: ReadonlySet<Carrier> = new Set<Carrier>(['authorization', 'mj-api-secret']);

/** Reads what the carrier names and nothing else: Express parses the query, and Node sorts all headers, for who asks. */
function valuesOf(request: Request, carrier: Carrier): readonly string[] {
  switch (carrier) {
    case 'query key':
      return [request.query.key ?? []].flat().map(String);
    case 'subprotocol':
      return keysAmong(offeredSubprotocols(request.headers['sec-websocket-protocol']));
    default:
      return headersNamed(request, carrier);
  }
}

function headersNamed({ rawHeaders }: Request, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

function readBare(key: string): CarriedKey {
  return key.includes(' ') ? { kind: 'malformed' } : { kind: 'key', key, isRaw: false };
}
