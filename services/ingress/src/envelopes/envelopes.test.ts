import { fault, faultCodes } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { describe, expect, it } from 'vitest';
import { wrapFault } from './envelopes.ts';

describe('an envelope', () => {
  it.each(faultCodes)('shows %s with all four members, its status and its own type', (code) => {
    const { status, body, headers } = wrapFault('public', fault(code, { param: 'model' }), 'some-id');
    const { type, message, permanent } = fault(code);
    expect(status).toBe(fault(code).status);
    expect(JSON.parse(body)).toEqual({ error: { message, type, param: 'model', code } });
    expect(headers['x-should-retry']).toBe(permanent ? 'false' : undefined);
  });

  it('has null for a code that is absent', () => {
    const { body } = wrapFault('public', { ...fault('invalid_request'), code: undefined }, 'some-id');
    expect(JSON.parse(body).error.code).toBeNull();
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [1_000, '1'],
    [1_001, '2'],
    [59_999, '60'],
  ])('says after %i ms: Retry-After %s', (retryAfterMs, seconds) => {
    for (const envelope of ['public', 'messages', 'native', 'session', 'billing'] as const) {
      const { headers } = wrapFault(envelope, fault('too_many_requests', { retryAfterMs }), 'some-id');
      expect(headers['retry-after']).toBe(seconds);
    }
  });

  it('says Retry-After on other faults only when it is known', () => {
    expect(wrapFault('public', fault('service_unavailable'), 'some-id').headers).not.toHaveProperty(
      'retry-after',
    );
    const known = fault('service_unavailable', { retryAfterMs: 2_500 });
    expect(wrapFault('public', known, 'some-id').headers['retry-after']).toBe('3');
  });
});

describe('the envelopes of tasks', () => {
  const bodyIn = (envelope: 'media' | 'unified create' | 'unified status', known: Fault) => {
    const { status, body } = wrapFault(envelope, known, 'some-id');
    return { status, body: JSON.parse(body) };
  };
  const saturated = fault('too_many_requests', { type: 'upstream_error' });

  it('wrap every fault of a status query, and say that an unknown task is a 400', () => {
    expect(bodyIn('unified status', fault('task_not_exist'))).toEqual({
      status: 400,
      body: { code: 'task_not_exist', message: 'task_not_exist', data: null },
    });
    expect(bodyIn('unified status', fault('invalid_api_key'))).toMatchObject({
      status: 401,
      body: { code: 'invalid_api_key', data: null },
    });
  });

  it('wrap what a saturated upstream says to a create, and not what we say', () => {
    expect(bodyIn('unified create', saturated)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', data: null },
    });
    expect(bodyIn('unified create', fault('too_many_requests')).body.error.type).toBe('headgate_api_error');
    expect(bodyIn('media', saturated).body.error.type).toBe('upstream_error');
  });

  it('give refusals of what was sent the type of the platform', () => {
    for (const code of ['invalid_api_key', 'invalid_request'] as const) {
      expect(bodyIn('media', fault(code)).body.error.type).toBe('headgate_api_error');
    }
    expect(bodyIn('media', fault('request_too_large')).body.error.type).toBe('invalid_request_error');
  });
});

describe('the envelope of messages', () => {
  const errorOf = (known: Fault) => JSON.parse(wrapFault('messages', known, 'some-id').body);

  it('has what its SDK reads around the public members', () => {
    expect(errorOf(fault('invalid_request', { param: 'model', message: 'No.' }))).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'No.', param: 'model', code: 'invalid_request' },
      request_id: 'some-id',
    });
    expect(errorOf({ ...fault('invalid_request'), code: undefined }).error.code).toBeNull();
  });

  it('has a code that is not our own where its SDK looks for those of the vendor', () => {
    const code = 'thread_unsupported_request';
    const refused = errorOf({ ...fault('invalid_request'), code });
    expect(refused.error).toMatchObject({ code, details: { error_code: code } });
    expect(errorOf({ ...fault('invalid_request'), code: '400' }).error).not.toHaveProperty('details');
  });

  it('tells of a prompt that is too long in the words of its own vendor, which has no code for it', () => {
    const code = 'context_length_exceeded';
    const refused = errorOf({ ...fault('invalid_request', { message: 'It has 9 tokens.' }), code });
    expect(refused.error).toMatchObject({ code, message: 'prompt is too long: It has 9 tokens.' });
  });

  it.each([
    'prompt is too long: 215000 tokens > 200000 maximum',
    'The model returned the following errors: prompt is too long: 215000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
  ])('leaves what its own vendor says of it as it is: %s', (message) => {
    const code = 'context_length_exceeded';
    expect(errorOf({ ...fault('invalid_request', { message }), code }).error.message).toBe(message);
  });

  it.each([
    'invalid_api_key',
    'insufficient_user_quota',
    'access_denied',
    'request_too_large',
    'model_not_found',
    'api_not_implemented',
  ] as const)('keeps the type of %s, as on every route', (code) => {
    expect(errorOf(fault(code)).error).toMatchObject({ type: fault(code).type, code });
  });

  it.each([
    [fault('invalid_request', { type: 'a_word_of_the_upstream' }), 'invalid_request_error'],
    [fault('invalid_request', { status: 408 }), 'invalid_request_error'],
    [fault('unsupported_encoding'), 'invalid_request_error'],
    [fault('invalid_request', { status: 413 }), 'request_too_large'],
    [fault('model_not_found', { status: 404, type: 'invalid_request_error' }), 'not_found_error'],
    [fault('too_many_requests'), 'rate_limit_error'],
    [fault('internal_error'), 'api_error'],
    [fault('bad_response_body'), 'api_error'],
    [fault('upstream_cut'), 'api_error'],
    [fault('service_unavailable'), 'api_error'],
    [fault('bad_response_status_code', { status: 504 }), 'timeout_error'],
    [fault('bad_response_status_code', { status: 529 }), 'overloaded_error'],
  ])('calls $code with status $status by the word of its SDK', (known, type) => {
    expect(errorOf(known).error).toMatchObject({ type, code: known.code });
  });
});

describe('the native envelope', () => {
  it('says in the body how long to wait, where the Gemini CLI looks for it', () => {
    const busy = fault('too_many_requests', { message: 'It is busy.', retryAfterMs: 6_400 });
    const { error } = JSON.parse(wrapFault('native', busy, 'some-id').body);
    expect(error.message).toBe('It is busy. Please retry in 7s.');
    expect(error.details).toEqual([
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
    ]);
  });

  it.each([
    [fault('invalid_request'), 'INVALID_ARGUMENT'],
    [fault('invalid_api_key'), 'UNAUTHENTICATED'],
    [fault('insufficient_user_quota'), 'RESOURCE_EXHAUSTED'],
    [fault('access_denied'), 'PERMISSION_DENIED'],
    [fault('model_not_found', { status: 404 }), 'NOT_FOUND'],
    [fault('invalid_request', { status: 408 }), 'DEADLINE_EXCEEDED'],
    [fault('request_too_large'), 'INVALID_ARGUMENT'],
    [fault('too_many_requests'), 'RESOURCE_EXHAUSTED'],
    [fault('internal_error'), 'INTERNAL'],
    [fault('api_not_implemented'), 'UNIMPLEMENTED'],
    [fault('upstream_cut'), 'INTERNAL'],
    [fault('model_not_found'), 'UNAVAILABLE'],
    [fault('bad_response_status_code', { status: 504 }), 'DEADLINE_EXCEEDED'],
  ])('adds to $code with status $status the word of its SDK', (known, status) => {
    const answer = wrapFault('native', known, 'some-id');
    const { message, type, param, code } = known;
    expect(answer.status).toBe(known.status);
    expect(JSON.parse(answer.body)).toEqual({ error: { message, type, param, code, status } });
  });

  it('names a refusal of the session API, with what it says', () => {
    const named = { reason: 'key_name_taken', reasonValues: { name: 'app' } };
    const answerOf = (more: Partial<Fault>) =>
      JSON.parse(wrapFault('session', fault('invalid_request', { message: 'no', ...more }), 'some-id').body);
    expect(answerOf(named)).toEqual({
      success: false,
      message: 'no',
      reason: 'key_name_taken',
      values: { name: 'app' },
    });
    const problems = [{ member: 'name', reason: 'characters_many', values: { most: '50' } }];
    expect(answerOf({ problems })).toEqual({ success: false, message: 'no', problems });
    expect(answerOf({})).toEqual({ success: false, message: 'no' });
  });
});
