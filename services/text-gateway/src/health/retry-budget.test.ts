import { expect, test } from 'vitest';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';

const options = { share: 0.2, reserve: 10 };

/** Requests that all fail and would all be retried twice; gives the retries that were made. */
function retriesOf(budget: RetryBudget, requests: number): number {
  let retries = 0;
  for (let request = 0; request < requests; request += 1) {
    budget.request();
    for (let retry = 0; retry < 2 && budget.take(); retry += 1) retries += 1;
  }
  return retries;
}

test('the first few may be retried', () => {
  expect(retriesOf(createRetryBudget({ ...options, now: () => 0 }), 5)).toBe(10);
});

test('of many at once one in five may be retried, beyond the reserve', () => {
  const retries = retriesOf(createRetryBudget({ ...options, now: () => 0 }), 1_000);
  expect(retries).toBeGreaterThanOrEqual(208);
  expect(retries).toBeLessThanOrEqual(210);
});

test('requests that need no retry save up no more than the reserve', () => {
  const budget = createRetryBudget({ ...options, now: () => 0 });
  for (let request = 0; request < 1_000; request += 1) budget.request();
  let retries = 0;
  while (budget.take()) retries += 1;
  expect(retries).toBe(10);
});

test('a request now and then may always be retried', () => {
  let now = 0;
  const budget = createRetryBudget({ ...options, now: () => now });
  for (let request = 0; request < 100; request += 1) {
    budget.request();
    expect(budget.take()).toBe(true);
    now += 2_000;
  }
});

test('without a share and a reserve nothing is retried', () => {
  expect(retriesOf(createRetryBudget({ share: 0, reserve: 0, now: () => 0 }), 100)).toBe(0);
});
