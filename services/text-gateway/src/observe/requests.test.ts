import { Close, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { noSpan } from '@headgate/runtime/tracing/span';
import { expect, test } from 'vitest';
import { createObserver } from './requests.ts';

test('tokens that were estimated are not among those that upstreams counted', async () => {
  const metrics = createRegistry('text-gateway');
  const observe = createObserver({ log: createLog('test', 'silent'), metrics });
  const closes: [UsageSource, bigint][] = [
    [UsageSource.UPSTREAM, 5n],
    [UsageSource.ESTIMATED, 7n],
    [UsageSource.UPSTREAM, 1n],
  ];
  for (const [usageSource, inputFresh] of closes)
    observe(Close.fromPartial({ usageSource, usage: { inputFresh } }), noSpan);
  const shown = await metrics.getSingleMetric('headgate_text_tokens_total')?.get();
  const counted = shown?.values.filter(({ value }) => value > 0);
  expect(counted?.map(({ labels, value }) => [labels.class, labels.usage_source, value])).toEqual([
    ['inputFresh', 'upstream', 6],
    ['inputFresh', 'estimated', 7],
  ]);
});
