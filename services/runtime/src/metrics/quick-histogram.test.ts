import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createQuickHistogram, createQuickHistograms } from './quick-histogram.ts';

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

test('with labels it says what the histogram of the library says, a series once it has something', async () => {
  const of = { name: 'request_seconds', help: 'Requests.', labelNames: ['route'] as const, buckets };
  const [quick, plain] = [new Registry(), new Registry()];
  for (const registry of [quick, plain]) registry.setDefaultLabels({ service: 'ingress' });
  const one = createQuickHistograms({ ...of, registers: [quick] });
  const other = new Histogram({ ...of, registers: [plain] });
  const [chat, models] = [one.of({ route: 'chat' }), one.of({ route: 'models' })];
  expect(linesOf(await quick.metrics())).toEqual(linesOf(await plain.metrics()));
  chat.observe(0.002);
  other.observe({ route: 'chat' }, 0.002);
  expect(linesOf(await quick.metrics())).toEqual(linesOf(await plain.metrics()));
  for (const seconds of [0, 0.05, 7]) {
    models.observe(seconds);
    other.observe({ route: 'models' }, seconds);
  }
  expect(linesOf(await quick.metrics())).toEqual(linesOf(await plain.metrics()));
});

/** The labels of a line come in no order. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').sort().join(',')));
}
