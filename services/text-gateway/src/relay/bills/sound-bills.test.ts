/** What sound costs that nobody counted, by rows that price it in one way or another. */
import { MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../../canon/usage.ts';
import { costBound } from '../../catalog/bounds.ts';
import { passage as speech } from '../../surfaces/speech/passage.ts';
import { passage as transcriptions } from '../../surfaces/transcriptions/passage.ts';
import { type Bill, estimatedBill, reportedBill } from './bill.ts';
import { billSoundOnce } from './bill-sound-once.ts';

const byToken = { input: 2_000_000n, output: 3_000_000n, metered: [] };
const by = (unit: MeteredUnit) => ({ metered: [{ unit, variant: '', units: 1_000_000n }] });
const free = { input: 0n, output: 0n };

/** In units, by a row that prices a token at 2 and 3 of them, a minute or a million characters at a million. */
function costOf(usage: Usage | undefined, row: Partial<Parameters<typeof costBound>[0]>): bigint {
  const bound = { model: 'm', group: 'default', call: 0n, ...free, metered: [], ...row };
  return costOfBill(billSoundOnce(estimatedBill(usage), bound), bound);
}

function costOfBill({ usage }: Bill, bound: Parameters<typeof costBound>[0]): bigint {
  const { inputFresh, inputAudio, outputVisible, outputAudio, metered } = usage;
  const inputTokens = BigInt(inputFresh + inputAudio);
  const outputTokens = BigInt(outputVisible + outputAudio);
  return costBound(bound, { inputTokens, outputTokens, calls: 1n, ...(metered && { metered }) });
}

describe('a transcription as a text', () => {
  // Four seconds: 40 tokens of sound, and 15 of text.
  const text = 'It takes four seconds to say all of this, more or less aloud';
  const { usage } = transcriptions.readWhole(Buffer.from(text), undefined, 'text/plain');

  test('costs its tokens where they are priced', () => {
    expect(costOf(usage, byToken)).toBe(2n * 40n + 3n * 15n);
  });

  test('costs its minutes where they are priced, and nothing beside them', () => {
    const minutes = by(MeteredUnit.AUDIO_INPUT_MINUTE);
    expect(costOf(usage, minutes)).toBe(66_667n);
    expect(costOf(usage, { ...byToken, ...minutes })).toBe(66_667n);
  });

  test('so it does where its stream broke off', () => {
    const tap = transcriptions.createTap({ model: undefined, dropUsage: false, choices: 1 });
    const data = Buffer.from(JSON.stringify({ type: 'transcript.text.delta', delta: text }));
    tap.see({ raw: data, data });
    expect(costOf(tap.usage, byToken)).toBe(2n * 40n + 3n * 15n);
  });
});

describe('speech', () => {
  const input = 'It takes four seconds to say all of this, more or less aloud';
  const { estimate } = speech.readRequest(Buffer.from(JSON.stringify({ model: 'm', input })), {
    model: '',
    stream: false,
  });

  test('costs the tokens of its sound where they are priced', () => {
    // A token for each of 60 characters, and twenty a second of what they become.
    expect(costOf(estimate, byToken)).toBe(2n * 60n + 3n * 80n);
  });

  test('is as long in Chinese as it takes to say there, a character a syllable', () => {
    const body = Buffer.from(
      JSON.stringify({ model: 'm', input: '今天天气很好，我们出去走走吧，晚上再回来。' }),
    );
    const { estimate: chinese } = speech.readRequest(body, { model: '', stream: false });
    // Twenty-one characters: four seconds.
    expect(chinese?.outputAudio).toBeGreaterThan(75);
  });

  test('costs its characters where they are priced, and no tokens beside them', () => {
    const characters = by(MeteredUnit.CHARACTER);
    expect(costOf(estimate, characters)).toBe(60n);
    expect(costOf(estimate, { ...byToken, ...characters })).toBe(60n);
  });
});

test('what an upstream counted is billed as it counted', () => {
  const metered = [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', quantity: 60_000n }];
  const usage = { inputFresh: 1, inputAudio: 2, outputVisible: 3, outputAudio: 4, outputReasoning: 0 };
  const counted = { ...usage, inputCacheRead: 0, inputCacheWrite: 0, metered };
  const bound = { model: 'm', group: 'g', call: 0n, ...free, ...by(MeteredUnit.AUDIO_INPUT_MINUTE) };
  const bill = { usage: counted, source: UsageSource.UPSTREAM };
  expect(billSoundOnce(bill, bound)).toBe(bill);
});

test('speech that its upstream counted in tokens costs its characters alone where those are priced', () => {
  const metered = [{ unit: MeteredUnit.CHARACTER, variant: '', quantity: 60n }];
  const usage = { inputFresh: 14, inputAudio: 0, outputVisible: 0, outputAudio: 80, outputReasoning: 0 };
  const counted = { ...usage, inputCacheRead: 0, inputCacheWrite: 0, metered };
  const bill = { usage: counted, source: UsageSource.UPSTREAM };
  const costBy = (row: object): bigint => {
    const bound = { model: 'm', group: 'default', call: 0n, ...free, metered: [], ...row };
    return costOfBill(billSoundOnce(bill, bound), bound);
  };
  const characters = by(MeteredUnit.CHARACTER);
  expect(costBy(characters)).toBe(60n);
  expect(costBy({ ...byToken, ...characters })).toBe(60n);
  expect(costBy(byToken)).toBe(2n * 14n + 3n * 80n);
});

describe('a transcription whose tokens the upstream counted', () => {
  const usage = {
    type: 'tokens',
    input_tokens: 45,
    output_tokens: 15,
    input_token_details: { audio_tokens: 40 },
  };
  const bill = (answer: object, row: Partial<Parameters<typeof costBound>[0]>) => {
    const bound = { model: 'm', group: 'default', call: 0n, ...free, metered: [], ...row };
    const bytes = Buffer.from(JSON.stringify({ text: 'Hi', usage, ...answer }));
    const read = transcriptions.readWhole(bytes, undefined, 'application/json');
    const billed = billSoundOnce(reportedBill(read.usage), bound);
    return { units: costOfBill(billed, bound), source: billed.source };
  };
  const minutes = by(MeteredUnit.AUDIO_INPUT_MINUTE);

  test('costs these where they are priced, and no minutes beside them', () => {
    const units = 2n * 45n + 3n * 15n;
    expect(bill({}, byToken)).toEqual({ units, source: UsageSource.UPSTREAM });
    expect(bill({}, { ...byToken, ...minutes })).toEqual({ units, source: UsageSource.UPSTREAM });
  });

  test('costs the minutes that its tokens tell where those alone are priced, as an estimate', () => {
    // Four seconds.
    expect(bill({}, minutes)).toEqual({ units: 66_667n, source: UsageSource.ESTIMATED });
  });

  test('or those that the answer tells', () => {
    expect(bill({ duration: 6 }, minutes)).toEqual({ units: 100_000n, source: UsageSource.UPSTREAM });
  });

  test('streamed too', () => {
    const tap = transcriptions.createTap({ model: undefined, dropUsage: false, choices: 1 });
    const data = Buffer.from(JSON.stringify({ type: 'transcript.text.done', text: 'Hi', usage }));
    tap.see({ raw: data, data });
    const bound = { model: 'm', group: 'default', call: 0n, ...free, ...minutes };
    const billed = billSoundOnce(reportedBill(tap.usage), bound);
    expect(costOfBill(billed, bound)).toBe(66_667n);
  });
});

describe('a transcription whose seconds the upstream counted', () => {
  // 40 tokens of sound, and 15 of text.
  const text = 'It takes four seconds to say all of this, more or less aloud';
  const usage = { type: 'duration', seconds: 4 };
  const bill = (read: Usage | undefined, row: Partial<Parameters<typeof costBound>[0]>) => {
    const bound = { model: 'm', group: 'default', call: 0n, ...free, metered: [], ...row };
    const billed = billSoundOnce(reportedBill(read), bound);
    return { units: costOfBill(billed, bound), source: billed.source };
  };
  const whole = (answer: object) =>
    transcriptions.readWhole(Buffer.from(JSON.stringify(answer)), undefined, 'application/json').usage;
  const minutes = by(MeteredUnit.AUDIO_INPUT_MINUTE);
  const inTokens = { units: 2n * 40n + 3n * 15n, source: UsageSource.ESTIMATED };

  test('costs these where minutes are priced, and no tokens beside them', () => {
    const inMinutes = { units: 66_667n, source: UsageSource.UPSTREAM };
    expect(bill(whole({ text, usage }), minutes)).toEqual(inMinutes);
    expect(bill(whole({ text, usage }), { ...byToken, ...minutes })).toEqual(inMinutes);
  });

  test('costs the tokens that they tell where those alone are priced, as an estimate', () => {
    expect(bill(whole({ text, usage }), byToken)).toEqual(inTokens);
    expect(bill(whole({ text, duration: 4 }), byToken)).toEqual(inTokens);
  });

  test('costs its call alone where that is its price', () => {
    expect(bill(whole({ text, usage }), { call: 5n })).toEqual({ units: 5n, source: UsageSource.UPSTREAM });
  });

  test('streamed too', () => {
    const tap = transcriptions.createTap({ model: undefined, dropUsage: false, choices: 1 });
    const data = Buffer.from(JSON.stringify({ type: 'transcript.text.done', text, usage }));
    tap.see({ raw: data, data });
    expect(bill(tap.usage, byToken)).toEqual(inTokens);
  });
});
