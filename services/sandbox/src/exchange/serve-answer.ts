import type { Plan } from '../answer/plan.ts';
import { produce } from '../answer/produce.ts';
import type { Exchange, Frame, Outcome } from './exchange.ts';

/** What a fault changes about an answer. All absent: the answer as the vendor gives it. */
export interface Twist {
  plan?: Plan;
  /** Drops, adds or replaces frames of a stream. */
  frames?: (frames: Iterable<Frame>) => Iterable<Frame>;
  /** Changes the body of an answer that is not streamed. */
  body?: (body: string) => string;
  /** Cuts what is written into parts that are sent on their own. */
  encode?: (written: string | Buffer) => (string | Buffer)[];
  /** `cut` closes the connection, `hold` keeps it open in silence. */
  ending?: 'end' | 'cut' | 'hold';
}

/** Frames that are due at the same time are written together, up to about this many characters. */
const batchLength = 16 * 1024;

export async function serveAnswer(exchange: Exchange, twist: Twist = {}): Promise<Outcome> {
  const plan = twist.plan ?? exchange.plan;
  exchange.meter.readPrompt(plan.inputTokens, plan.cachedTokens, plan.inputImageTokens);
  if (plan.pace.waitMs > 0) await exchange.outlet.pause(plan.pace.waitMs);
  if (exchange.outlet.isGone()) return 'aborted';
  return exchange.isStream ? await stream(exchange, plan, twist) : await reply(exchange, plan, twist);
}

async function stream(exchange: Exchange, plan: Plan, twist: Twist): Promise<Outcome> {
  const { outlet, meter, rendering } = exchange;
  const { delayMs } = plan.pace;
  const whole = rendering.frames(produce(plan));
  const pack = (text: string): string | Buffer => rendering.pack?.(text) ?? text;
  let batch = '';
  outlet.head(200, { 'content-type': rendering.streamType, ...rendering.headers });
  for (const frame of twist.frames?.(whole) ?? whole) {
    if (delayMs > 0 && frame.type === 'piece') {
      await write(exchange, pack(batch), twist);
      batch = '';
      await outlet.pause(delayMs);
    }
    if (outlet.isGone()) return 'aborted';
    for (const delta of frame.deltas) meter.count(delta);
    batch += frame.text;
    if (batch.length < batchLength) continue;
    await write(exchange, pack(batch), twist);
    batch = '';
  }
  return await close(exchange, pack(batch), twist);
}

/** An answer that is not streamed takes as long as its stream would. */
async function reply(exchange: Exchange, plan: Plan, twist: Twist): Promise<Outcome> {
  const { outlet, meter, rendering } = exchange;
  const deltas = [];
  for (const delta of produce(plan)) {
    const isPiece = delta.type !== 'start' && delta.type !== 'finish';
    if (isPiece && plan.pace.delayMs > 0) await outlet.pause(plan.pace.delayMs);
    if (outlet.isGone()) return 'aborted';
    meter.count(delta);
    deltas.push(delta);
  }
  const whole = rendering.body(deltas);
  const body = twist.body?.(whole) ?? whole;
  const isWhole = (twist.ending ?? 'end') === 'end';
  outlet.head(200, {
    'content-type': rendering.wholeType ?? 'application/json',
    ...rendering.headers,
    'content-length': Buffer.byteLength(isWhole ? body : whole),
  });
  return await close(exchange, body, twist);
}

async function write({ outlet }: Exchange, written: string | Buffer, { encode }: Twist): Promise<void> {
  if (written.length === 0) return;
  if (!encode) return await outlet.write(written);
  for (const part of encode(written)) {
    await outlet.write(part);
    // A turn of the event loop, so that the parts leave as packets of their own.
    await outlet.pause(0);
  }
}

async function close(exchange: Exchange, rest: string | Buffer, twist: Twist): Promise<Outcome> {
  const { outlet } = exchange;
  const ending = twist.ending ?? 'end';
  if (ending === 'end' && !twist.encode) return (await outlet.end(rest)) ? 'served' : 'aborted';
  await write(exchange, rest, twist);
  if (outlet.isGone()) return 'aborted';
  if (ending === 'end') return (await outlet.end()) ? 'served' : 'aborted';
  if (ending === 'cut') {
    await outlet.cut();
    return 'failed';
  }
  await outlet.gone();
  return 'aborted';
}
