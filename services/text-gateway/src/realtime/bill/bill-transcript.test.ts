import { MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { heard } from '../../canon/heard.ts';
import { billTranscript } from './bill-transcript.ts';

const words = 'It takes two seconds to say so';

test('what is transcribed is billed by tokens or by its length, as its model counts', () => {
  const metered = [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, quantity: 12_500n }];
  expect(billTranscript({ type: 'duration', seconds: 12.5 }, words)).toMatchObject({
    usage: { metered, soundTokens: { inputAudio: 125 } },
    source: UsageSource.UPSTREAM,
  });
  expect(billTranscript({ type: 'tokens', input_tokens: 9, output_tokens: 4 }, words)).toMatchObject({
    usage: { inputFresh: 9, outputVisible: 4 },
    source: UsageSource.UPSTREAM,
  });
});

test.each([
  ['nothing', {}],
  ['tokens of zero', { type: 'tokens', input_tokens: 0, output_tokens: 0 }],
  ['zero seconds', { type: 'duration', seconds: 0 }],
])('where %s is counted it lasts as long as its words take, as an estimate', (_what, usage) => {
  expect(billTranscript(usage, words)).toMatchObject({
    usage: { inputAudio: 20, outputVisible: 8, metered: [heard(2_000)] },
    source: UsageSource.ESTIMATED,
  });
});

test('where nothing is counted and nothing was said there is nothing to bill', () => {
  expect(billTranscript({}, ' ')).toBeUndefined();
});
