import type { Outlet } from '../exchange/outlet.ts';
import type { ChosenMediaFault } from './faults/choose-fault.ts';
import type { Reply } from './reply.ts';

/** Sends a reply whole, or as the fault wants it sent. */
export async function deliver(
  outlet: Outlet,
  { status, headers, body }: Reply,
  fault: ChosenMediaFault | null,
  isHead: boolean,
): Promise<void> {
  const bytes = Buffer.from(body);
  const { kind, parameters } = fault ?? { kind: null, parameters: {} };
  const head = (length: number) => outlet.head(status, { 'content-length': length, ...headers });
  switch (kind) {
    case 'cut-before-head':
      return outlet.reset();
    case 'cut':
    case 'stall':
      head(bytes.length);
      await outlet.write(bytes.subarray(0, bytes.length / 2));
      return kind === 'cut' ? await outlet.cut() : await outlet.gone();
    case 'slow':
      await outlet.pause(Number(parameters.ms));
      break;
    case 'paced':
      return await sendPaced(outlet, () => head(Number(parameters.bytes)), parameters);
  }
  if (outlet.isGone()) return;
  head(bytes.length);
  await outlet.end(isHead ? undefined : bytes);
}

const slicesPerSecond = 10;

async function sendPaced(
  outlet: Outlet,
  head: () => void,
  { bytes, bytesPerSecond }: Record<string, number | string | null>,
): Promise<void> {
  head();
  const slice = Buffer.alloc(Math.max(1, Math.floor(Number(bytesPerSecond) / slicesPerSecond)));
  for (let left = Number(bytes); left > 0 && !outlet.isGone(); left -= slice.length) {
    await outlet.write(slice.subarray(0, left));
    await outlet.pause(1_000 / slicesPerSecond);
  }
  await outlet.end();
}
