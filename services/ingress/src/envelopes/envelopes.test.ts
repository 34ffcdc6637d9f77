import { fault, faultCodes } from '@headgate/proto/faults';
import { describe, expect, it } from 'vitest';
import { wrapFault } from './envelopes.ts';

describe('an envelope', () => {
  it.each(faultCodes)('shows %s with all four members, its status and its own type', (code) => {
    const { status, body, headers } = wrapFault('public', fault(code, { param: 'model' }));
    const { type, message, permanent } = fault(code);
    expect(status).toBe(fault(code).status);
    expect(JSON.parse(body)).toEqual({ error: { message, type, param: 'model', code } });
    expect(headers['x-should-retry']).toBe(permanent ? 'false' : undefined);
  });

  it('has null for a code that is absent', () => {
    const { body } = wrapFault('public', { ...fault('invalid_request'), code: undefined });
    expect(JSON.parse(body).error.code).toBeNull();
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [1_000, '1'],
    [1_001, '2'],
    [59_999, '60'],
  ])('says after %i ms: Retry-After %s', (retryAfterMs, seconds) => {
    for (const envelope of ['public', 'session', 'billing'] as const) {
      const { headers } = wrapFault(envelope, fault('too_many_requests', { retryAfterMs }));
      expect(headers['retry-after']).toBe(seconds);
    }
  });

  it('says Retry-After on other faults only when it is known', () => {
    expect(wrapFault('public', fault('service_unavailable')).headers).not.toHaveProperty('retry-after');
    const known = fault('service_unavailable', { retryAfterMs: 2_500 });
    expect(wrapFault('public', known).headers['retry-after']).toBe('3');
  });
});
