import type { IncomingHttpHeaders } from 'node:http';

/** The caller's secret, in `mj-api-secret` or as a bearer token; null when there is none, or it begins with "bad". */
export function secretOf(headers: IncomingHttpHeaders): string | null {
  const own = headers['mj-api-secret'];
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = typeof own === 'string' && own !== '' ? own : (bearer ?? '');
  return secret === '' || secret.startsWith('bad') ? null : secret;
}
