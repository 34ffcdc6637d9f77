import { type Metered, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { UsageRecord } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { usageView } from './log-view.ts';

function show(metered: Metered[]) {
  const usage = Usage.fromPartial({ inputFresh: 10n, outputVisible: 5n, metered });
  const id = '019aa6d2-8c00-7000-8000-000000000001';
  const { other, ...columns } = usageView(UsageRecord.fromPartial({ id, usage }), String, 'self');
  return { ...columns, other: JSON.parse(other) };
}

const used = (unit: MeteredUnit, quantity: bigint, variant = ''): Metered => ({ unit, quantity, variant });

test('tokens of images with a price of their own are among those of the output', () => {
  const shown = show([used(MeteredUnit.IMAGE, 1n, '1K'), used(MeteredUnit.IMAGE_OUTPUT_TOKEN, 4_160n)]);
  expect(shown).toMatchObject({ prompt_tokens: 10, completion_tokens: 4_165 });
  expect(shown.other).toMatchObject({ images: 1, image_output: 4_160 });
});

test('what is not counted in tokens is shown as it was billed', () => {
  const shown = show([
    used(MeteredUnit.SECOND, 5_000n, '720p'),
    used(MeteredUnit.CHARACTER, 12n),
    used(MeteredUnit.AUDIO_INPUT_MINUTE, 1_500n),
    used(MeteredUnit.AUDIO_OUTPUT_MINUTE, 900n),
    used(MeteredUnit.TOOL_CALL, 3n, 'web_search'),
    used(MeteredUnit.TOOL_CALL, 1n, 'web_fetch'),
  ]);
  expect(shown.other).toMatchObject({
    ...{ video_ms: 5_000, characters: 12, audio_input_ms: 1_500, audio_output_ms: 900, tool_calls: 4 },
  });
  expect(shown.completion_tokens).toBe(5);
});

test.each([
  ['gpt-5@priority', 'priority'],
  ['claude@fast+us', 'fast+us'],
  ['gpt-5', undefined],
  ['upstream@2024', undefined],
])('of what is billed by the row %s its user sees the service tier alone: %s', (priceModel, tier) => {
  const id = '019aa6d2-8c00-7000-8000-000000000001';
  const { other } = usageView(UsageRecord.fromPartial({ id, priceModel }), String, 'self');
  expect(JSON.parse(other).service_tier).toBe(tier);
  expect(other).not.toContain(priceModel);
});
