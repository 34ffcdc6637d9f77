import { createHash } from 'node:crypto';
import { queryOf } from '../../query-of.ts';
import type { Shape } from './shape.ts';

/** A file that a vendor made, wherever it is kept. */
export interface ResultFile {
  vendor: string;
  model: string;
  /** Of the job, or of the answer that leads to it. */
  id: string;
  shape: Shape;
  /** mp4, png, jpeg or webp. */
  format: string;
}

/** An address that leads to a file without any key until it expires, as object stores sign them. */
export function resultUrl(origin: string, life: string, file: ResultFile, expiresMs: number): string {
  const { vendor, model, id, shape, format } = file;
  const name = `${shape.width}x${shape.height}-${shape.seconds}.${format}`;
  const path = `/media/files/${[vendor, model, id].map(encodeURIComponent).join('/')}/${name}`;
  return `${origin}${path}?expires=${expiresMs}&signature=${sign(life, path, String(expiresMs))}`;
}

/** The file that an address leads to at that time; null when it is expired or forged. */
export function readResultUrl(url: string, life: string, nowMs: number): ResultFile | null {
  const path = url.split('?', 1)[0] ?? '';
  const expires = queryOf(url).get('expires') ?? '';
  const isGood = queryOf(url).get('signature') === sign(life, path, expires) && Number(expires) > nowMs;
  const [, , , vendor = '', model = '', id = '', name = ''] = path.split('/').map(decodeURIComponent);
  const [, width, height, seconds, format] = /^(\d+)x(\d+)-([\d.]+)\.(\w+)$/.exec(name) ?? [];
  if (!isGood || format === undefined) return null;
  const shape = { width: Number(width), height: Number(height), seconds: Number(seconds) };
  return { vendor, model, id, shape, format };
}

function sign(life: string, path: string, expires: string): string {
  return createHash('sha256').update(`${life} ${path} ${expires}`).digest('hex').slice(0, 32);
}
