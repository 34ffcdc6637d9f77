import type { Event } from './output-item.ts';

/** The body of a response that is not streamed: what the last event of its stream would hold. */
export function wholeBody(events: Iterable<Event>): string {
  let last: object = {};
  for (const { frame, members } of events) if (frame === 'finish') last = members;
  return JSON.stringify('response' in last ? last.response : null);
}
