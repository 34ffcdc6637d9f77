import type { Frame } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import type { Event } from './output-item.ts';

/** The frames of a streamed response. `nextNumber` counts those that are sent, from 0. */
export function* streamFrames(events: Iterable<Event>, nextNumber: () => number): Generator<Frame> {
  for (const { frame, name, members, deltas } of events) {
    if (name === null) yield { type: frame, text: '', deltas };
    else yield { type: frame, text: numberedFrame(name, members, nextNumber()), deltas };
  }
}

export function numberedFrame(name: string, members: object, number: number): string {
  return sseFrame(name, JSON.stringify({ type: name, sequence_number: number, ...members }));
}
