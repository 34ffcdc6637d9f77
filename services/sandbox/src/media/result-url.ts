import { createHash } from 'node:crypto';
import { queryOf } from '../query-of.ts';

export interface ResultFile {
  job: string;
  name: string;
}

/** An address that leads to a job's file without any key until it expires, as object stores sign them. */
export function resultUrl(
  origin: string,
  life: string,
  { job, name }: ResultFile,
  expiresMs: number,
): string {
  const path = `/media/files/${encodeURIComponent(job)}/${name}`;
  return `${origin}${path}?expires=${expiresMs}&signature=${sign(life, path, String(expiresMs))}`;
}

/** The file that an address leads to at that time; null when it is expired or forged. */
export function readResultUrl(url: string, life: string, nowMs: number): ResultFile | null {
  const path = url.split('?', 1)[0] ?? '';
  const expires = queryOf(url).get('expires') ?? '';
  const isGood = queryOf(url).get('signature') === sign(life, path, expires) && Number(expires) > nowMs;
  const [, job = '', name = ''] = /^\/media\/files\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return isGood && job !== '' ? { job: decodeURIComponent(job), name } : null;
}

function sign(life: string, path: string, expires: string): string {
  return createHash('sha256').update(`${life} ${path} ${expires}`).digest('hex').slice(0, 32);
}
