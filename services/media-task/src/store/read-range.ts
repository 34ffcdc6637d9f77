import type { ByteRange } from './store.ts';

/** The part that a `Range` header asks for. Undefined for the whole: also where several parts are asked for, or nonsense. */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start < sizeBytes && start <= end ? { start, end } : 'beyond';
}
