/**
 * Preloaded into a process of its own, to give it another time of day: shifts the wall clock by
 * HEADGATE_CLOCK_SHIFT_MS, and the ids that carry it, which Node reads from the real clock. The steady clock stays.
 */
import crypto, { type RandomUUIDOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const shiftMs = Number(process.env.HEADGATE_CLOCK_SHIFT_MS);
const realNow = Date.now;
const { randomUUIDv7 } = crypto;
/** The first 48 bits of a UUIDv7 are Unix milliseconds. */
const timeDigits = 12;

function now(): number {
  return realNow() + shiftMs;
}

function shiftedId(options?: RandomUUIDOptions): string {
  const id = randomUUIDv7(options);
  const digits = id.replaceAll('-', '').slice(0, timeDigits);
  const shifted = (Number.parseInt(digits, 16) + shiftMs).toString(16).padStart(timeDigits, '0');
  return `${shifted.slice(0, 8)}-${shifted.slice(8)}${id.slice(timeDigits + 1)}`;
}

globalThis.Date = new Proxy(Date, {
  construct: (date, given) => Reflect.construct(date, given.length === 0 ? [now()] : given),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
Object.assign(crypto, { randomUUIDv7: shiftedId });
syncBuiltinESMExports();
