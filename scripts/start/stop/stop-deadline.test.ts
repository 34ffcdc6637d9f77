import { expect, test } from 'vitest';
import { stopDeadlineMs } from './stop-deadline.ts';

const env = { HEADGATE_STOP_GRACE_MS: '10000' };

test('a media-worker is given the time that an image takes, which its vendor is paid for', () => {
  expect(stopDeadlineMs('media-worker', env)).toBe(1_290_000);
  const shorter = { ...env, HEADGATE_IMAGE_TIMEOUT_MS: '60000', HEADGATE_CONNECT_TIMEOUT_MS: '1000' };
  expect(stopDeadlineMs('media-worker', shorter)).toBe(141_000);
});

test('a media-api is given the time in which a vendor takes a task, which is paid for', () => {
  expect(stopDeadlineMs('media-api', env)).toBe(85_000);
  const other = { HEADGATE_STOP_GRACE_MS: '120000', HEADGATE_SUBMIT_TIMEOUT_MS: '30000' };
  expect(stopDeadlineMs('media-api', other)).toBe(245_000);
});

test('the others are given their grace, and a little more', () => {
  expect(stopDeadlineMs('text-gateway', env)).toBe(15_000);
  expect(stopDeadlineMs('text-gateway', { HEADGATE_STOP_GRACE_MS: '120000' })).toBe(125_000);
  expect(stopDeadlineMs('ledger', { HEADGATE_STOP_GRACE_MS: 'long' })).toBe(5_000);
});
