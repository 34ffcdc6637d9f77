import type { Reply } from '../reply.ts';

/** The part of a file that `Range: bytes=` asks for; all of it where there is no such part to speak of. */
export function rangeOf(reply: Reply, range: string | undefined): Reply {
  if (reply.status !== 200) return reply;
  const bytes = Buffer.from(reply.body);
  const headers = { ...reply.headers, 'accept-ranges': 'bytes' };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return { ...reply, headers };
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (start >= bytes.length || start > end) {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` }, body: '' };
  }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}
