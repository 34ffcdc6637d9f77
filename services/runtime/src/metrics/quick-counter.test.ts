import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createQuickCounter } from './quick-counter.ts';

test('it says what the counter of the library says', async () => {
  const [quick, plain] = [new Registry(), new Registry()];
  for (const registry of [quick, plain]) registry.setDefaultLabels({ service: 'text-gateway' });
  const configuration = { name: 'requests_total', help: 'Requests.', labelNames: ['ending'] as const };
  const one = createQuickCounter({ ...configuration, registers: [quick] });
  const other = new Counter({ ...configuration, registers: [plain] });
  const [completed, broken] = [one.of({ ending: 'completed' }), one.of({ ending: 'broken' })];
  expect(await quick.metrics()).toBe(await plain.metrics());
  one.show({ ending: 'broken' });
  other.inc({ ending: 'broken' }, 0);
  expect(await quick.metrics()).toBe(await plain.metrics());
  completed.add(1);
  completed.add(2);
  other.inc({ ending: 'completed' }, 3);
  expect(await quick.metrics()).toBe(await plain.metrics());
  completed.add(1);
  broken.add(5);
  other.inc({ ending: 'completed' });
  other.inc({ ending: 'broken' }, 5);
  expect(await quick.metrics()).toBe(await plain.metrics());
});
