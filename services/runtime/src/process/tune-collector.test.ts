import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { collectorFlags } from './tune-collector.ts';

test('this Node knows what the collector is told', () => {
  const { status, stderr } = spawnSync(process.execPath, [...collectorFlags, '--eval', ''], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const churn = `
  const { tuneCollector } = await import(process.env.MODULE);
  if (process.env.TUNED) tuneCollector();
  const { PerformanceObserver } = await import('node:perf_hooks');
  let full = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === 4) full += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  const alive = [];
  for (let count = 0; count < 40_000; count += 1) {
    alive[count % 200] = Buffer.alloc(65_536);
    if (count % 100 === 0) await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.stdout.write(String(full));
`;

test('bodies that come and go begin fewer full collections than V8 would', () => {
  const env = { ...process.env, MODULE: import.meta.resolve('./tune-collector.ts') };
  const fullCollections = (own: NodeJS.ProcessEnv): number => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', churn], {
      env: { ...env, ...own },
      encoding: 'utf8',
    });
    return Number(stdout);
  };
  const untuned = fullCollections({});
  const tuned = fullCollections({ TUNED: 'yes' });
  expect({ tuned, untuned }).toSatisfy(() => untuned > 0 && tuned < untuned);
});
