import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createQuickHistogram } from './quick-histogram.ts';

const buckets = [0.001, 0.01, 0.1];

test('it says what the histogram of the library says', async () => {
  const of = { name: 'gap_seconds', help: 'Between pieces.', buckets };
  const [quick, plain] = [new Registry(), new Registry()];
  for (const registry of [quick, plain]) registry.setDefaultLabels({ service: 'text-gateway' });
  const one = createQuickHistogram({ ...of, registers: [quick] });
  const other = new Histogram({ ...of, registers: [plain] });
  expect(await quick.metrics()).toBe(await plain.metrics());
  for (const seconds of [0, 0.001, 0.002, 0.01, 0.05, 0.1, 0.2, 5]) {
    one.observe(seconds);
    other.observe(seconds);
  }
  expect(await quick.metrics()).toBe(await plain.metrics());
});
