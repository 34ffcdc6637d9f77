import { expect, test } from 'vitest';
import { add, countOf, quantile, readLag, subtract } from './lag-histogram.ts';

const metrics = `# TYPE headgate_media_poll_lag_seconds histogram
headgate_media_poll_lag_seconds_bucket{le="0.1",service="media-worker"} 90
headgate_media_poll_lag_seconds_bucket{le="1",service="media-worker"} 99
headgate_media_poll_lag_seconds_bucket{le="+Inf",service="media-worker"} 100
headgate_media_poll_lag_seconds_sum{service="media-worker"} 12.5
`;

test('a quantile is the bound that so many do not exceed', () => {
  const lag = readLag(metrics);
  expect(countOf(lag)).toBe(100);
  expect(quantile(lag, 0.5)).toBe(0.1);
  expect(quantile(lag, 0.99)).toBe(1);
  expect(quantile(lag, 0.999)).toBe(Number.POSITIVE_INFINITY);
});

test('what came between two readings of several workers is counted alone', () => {
  const lag = readLag(metrics);
  const between = subtract(add([lag, lag]), lag);
  expect(countOf(between)).toBe(100);
});
