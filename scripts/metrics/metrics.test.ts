import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { describeMetrics } from './describe-metrics.ts';
import { findMetrics, findNames, readDefinitions } from './find-metrics.ts';
import { labels } from './labels.ts';

const metrics = findMetrics();

test.runIf(process.platform === 'linux')(
  'the document is what the code defines: `npm run readme` writes it',
  () => {
    const document = readFileSync(join(repository, 'deploy/prometheus/metrics.md'), 'utf8');
    expect(document).toBe(describeMetrics());
  },
);

test('every name in code that is a metric is one that is defined, once', () => {
  const names = metrics.map(({ name }) => name);
  expect([...findNames()].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(60);
});

test.each(metrics)(
  '$name has a name, help and labels as they should be',
  ({ name, type, help, labels: own }) => {
    const unbounded = own.filter((label) => !(label in labels));
    expect(unbounded, 'say in scripts/metrics/labels.ts what bounds the values of').toEqual([]);
    expect(name).toMatch(/^headgate_[a-z0-9]+(_[a-z0-9]+)+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|kb|mb)(_|$)/);
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
    expect(help.length).toBeGreaterThan(10);
  },
);

test('labels that nobody has are not documented', () => {
  const used = new Set(metrics.flatMap(({ labels: own }) => own));
  expect(Object.keys(labels).filter((label) => !used.has(label))).toEqual([]);
});

test('a definition is read as it stands', () => {
  const code = `
  const gauge = new Gauge({
    name: 'headgate_a_b',
    help: 'What it says.',
    labelNames: ['one', 'two'] as const,
    registers,
  });`;
  expect(readDefinitions(code, 'x')).toEqual([
    {
      name: 'headgate_a_b',
      type: 'gauge',
      help: 'What it says.',
      labels: ['one', 'two'],
      buckets: [],
      service: 'x',
    },
  ]);
});
