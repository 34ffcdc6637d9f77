/** What every fixture says, heard in its own bytes and in its canonical events: one is what passes, the other is converted. */
import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../canon/events.ts';
import { unfoldReply } from '../canon/unfold.ts';
import { hearEvents } from '../counting/hear-events.ts';
import { createTally, type Tally } from '../counting/tally.ts';
import { dialects } from '../dialects/index.ts';
import { createSseSplitter } from '../sse.ts';
import { readFixtures } from './read-fixture.ts';

/** The events without their counts, which would end the hearing. */
function hear(events: readonly ReplyEvent[]): Tally {
  const hearing = hearEvents();
  for (const event of events) if (event.kind !== 'usage') hearing.hear(event);
  return hearing.tally;
}

/** Blocks that grow side by side are heard in another order, and arguments may be written with spaces. */
function expectNear(tokens: number, expected: number): void {
  expect(Math.abs(tokens - expected)).toBeLessThanOrEqual(3);
}

describe.each(Object.values(dialects))('$name', ({ name, passage }) => {
  test.each(readFixtures(name))('$name, whole and streamed', ({ name: fixture, reply, stream, canon }) => {
    const expected = hear(unfoldReply(canon.reply)).count();
    const [whole, streamed] = [createTally(), createTally()];
    passage.readSaid?.(reply, whole.say);
    const splitter = createSseSplitter(1024 * 1024);
    for (const { data } of [...splitter.push(stream), ...splitter.end()])
      if (data[0] === 0x7b) passage.readSaid?.(JSON.parse(data.toString('utf8')), streamed.say);
    for (const heard of [whole.count(), streamed.count()]) {
      expectNear(heard.visible, expected.visible);
      expectNear(heard.reasoning, expected.reasoning);
    }
    if (fixture !== 'empty-output' && fixture !== 'filtered')
      expect(expected.visible + expected.reasoning).toBeGreaterThan(0);
  });
});
