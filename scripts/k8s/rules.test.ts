import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadMetrics } from './load-metrics.ts';
import { manifestsFolder } from './render.ts';
import { makeRules, rulesFile } from './rules.ts';

test('the alerts are those of deploy/: else run npm run readme', () => {
  expect(readFileSync(rulesFile, 'utf8')).toBe(makeRules());
});

test('prometheus-adapter is told of every metric that scalers read, and they are ones of ours', () => {
  const readText = (file: string): string =>
    readFileSync(join(manifestsFolder, 'components/autoscaling', file), 'utf8');
  const query = /=~"([^"]+)"/.exec(readText('prometheus-adapter-values.yaml'))?.[1];
  const scaled = ['ingress.yaml', 'text-gateway.yaml'].map(
    (file) => /name: (headgate_\w+)/.exec(readText(file))?.[1],
  );
  const served = new RegExp(`^(?:${query})$`);
  for (const metric of scaled) {
    expect(loadMetrics()).toContain(metric);
    expect(metric).toMatch(served);
  }
});
