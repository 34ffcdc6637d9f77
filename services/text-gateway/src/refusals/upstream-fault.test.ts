import { describe, expect, test } from 'vitest';
import { judgeRefusal } from './upstream-fault.ts';

const secrets = {
  keys: ['upstream-secret-1'],
  hosts: ['api.vendor.example:8443', 'api.vendor.example', 'vllm'],
  upstreamModel: 'up-model',
  model: 'fast',
};

describe('what a client is told of an upstream refusal', () => {
  const body = (error: object) => Buffer.from(JSON.stringify({ error }));
  const pydantic = (name: string, msg: string) => ({ type: 'missing', loc: ['body', name], msg });

  test.each([401, 402, 403, 404])("an upstream's %i is our trouble: 503 model_not_found", (status) => {
    const { fault } = judgeRefusal(
      status,
      {},
      body({ message: 'Incorrect API key provided: upstream-secret-1' }),
      secrets,
    );
    expect(fault).toMatchObject({ status: 503, code: 'model_not_found', type: 'headgate_api_error' });
    expect(JSON.stringify(fault)).not.toContain('upstream-secret-1');
  });

  test('a key that Google refuses with 400 is our trouble too, and another channel may do better', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    const { fault: refusal, isRetryable } = judgeRefusal(
      400,
      {},
      body({ code: 400, message: 'API key not valid', details }),
      secrets,
    );
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(isRetryable).toBe(true);
    expect(judgeRefusal(400, {}, body({ message: 'no' }), secrets).isRetryable).toBe(false);
  });

  test('an account of ours that has spent what it may is our trouble, whatever its status', () => {
    const error = { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached' };
    const { fault: refusal, isRetryable } = judgeRefusal(400, {}, body(error), secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(JSON.stringify(refusal)).not.toContain('Billing');
    expect(isRetryable).toBe(true);
  });

  test('so is one that has nothing left, which OpenAI says with 429: to wait does not help', () => {
    const error = { code: 'insufficient_quota', message: 'You exceeded your current quota' };
    const { fault: refusal, isRetryable } = judgeRefusal(429, {}, body(error), secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(JSON.stringify(refusal)).not.toContain('quota');
    expect(isRetryable).toBe(true);
  });

  test.each([
    { message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.' },
    { message: 'You have reached your specified API usage limits. You will regain access on 2026-12-01.' },
    { message: 'This organization has been disabled.' },
    { message: 'No.', details: { error_code: 'organization_on_hold' } },
  ])('an organisation of ours that Anthropic refuses is our trouble, too: $message', (said) => {
    const error = { type: 'invalid_request_error', ...said };
    const { fault: refusal, isRetryable, blame } = judgeRefusal(400, {}, body(error), secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(JSON.stringify(refusal)).not.toContain(said.message);
    expect(isRetryable).toBe(true);
    expect(blame).toBe('credential');
  });

  test.each([
    {
      code: 'Client specified an invalid argument',
      error: 'Incorrect API key provided: up***-1. You can obtain an API key from https://console.x.ai.',
    },
    { error: { code: 'Arrearage', type: 'Arrearage', message: 'Access denied, your account' } },
    { error: { code: 'organization_restricted', type: 'invalid_request_error', message: 'Restricted.' } },
    {
      error: {
        ...{ code: 400, status: 'FAILED_PRECONDITION' },
        message: 'User location is not supported for the API use.',
      },
    },
  ])('so is what others say of our key, our account or our place with 400: %j', (said) => {
    const bytes = Buffer.from(JSON.stringify(said));
    const { fault: refusal, isRetryable, blame } = judgeRefusal(400, {}, bytes, secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(isRetryable).toBe(true);
    expect(blame).toBe('credential');
  });

  test.each([
    ['bad', { error: { message: 'bad' } }],
    ['bad', [{ error: { message: 'bad' } }]],
    ['bad', { error: 'bad' }],
    ['bad', { message: 'bad' }],
    ['bad', { msg: 'bad' }],
    ['bad', { err: 'bad' }],
    ['bad', { error_msg: 'bad', error_code: 7 }],
    ['bad', { detail: 'bad' }],
    ['body.n: bad; body.m: worse', { detail: [pydantic('n', 'bad'), pydantic('m', 'worse')] }],
    ['bad', { header: { code: 7, message: 'bad' } }],
    ['bad', { response: { error: { message: 'bad' } } }],
  ])('the words "%s" are found in %j', (message, said) => {
    expect(judgeRefusal(422, {}, Buffer.from(JSON.stringify(said)), secrets).fault).toMatchObject({
      ...{ status: 422, code: undefined, type: 'invalid_request_error', message },
    });
  });

  test.each([[{}], [{ detail: [] }], [{ detail: [7] }], [[]], [7]])('there are none in %j', (said) => {
    expect(judgeRefusal(422, {}, Buffer.from(JSON.stringify(said)), secrets).fault).toMatchObject({
      ...{ status: 422, code: 'bad_response_status_code' },
    });
  });

  test.each([
    ['to stream this model', 'stream'],
    ['to generate reasoning summaries', 'reasoning.summary'],
  ])(
    'an organisation of ours that OpenAI has not verified is our trouble in this request alone: %s',
    (what, param) => {
      const message = `Your organization must be verified ${what}. Please go to: https://platform.openai.com/settings`;
      const error = { type: 'invalid_request_error', code: 'unsupported_value', param, message };
      const { fault: refusal, isRetryable, blame } = judgeRefusal(400, {}, body(error), secrets);
      expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
      expect(isRetryable).toBe(true);
      expect(blame).toBe('request');
    },
  );

  test('words of a client that an upstream repeats are the client’s', () => {
    const message = 'messages.0: "Your credit balance is too low" is no role';
    const error = { type: 'invalid_request_error', message, details: { error_code: 'unknown' } };
    const { fault, blame } = judgeRefusal(400, {}, body(error), secrets);
    expect(fault).toMatchObject({ status: 400, message });
    expect(blame).toBeUndefined();
  });

  test('what is made of words is all of one meaning, whatever the client is told besides', () => {
    const message = 'Your credit balance is too low for so many credits at once.';
    expect(judgeRefusal(400, {}, body({ message }), secrets)).toEqual({
      fault: expect.objectContaining({ status: 400, type: 'invalid_request_error', message }),
      isRetryable: false,
    });
  });

  test.each([
    ['credential', 401, {}],
    ['credential', 402, {}],
    ['credential', 403, {}],
    ['credential', 400, { details: [{ reason: 'API_KEY_INVALID' }] }],
    ['credential', 400, { code: 'billing_hard_limit_reached' }],
    ['model', 403, { code: 'model_not_found' }],
    ['model', 403, { code: 'model_permission_blocked_org', type: 'permissions_error' }],
    [
      'model',
      403,
      { code: null, message: 'Your organization must be verified to use the model `gpt-image-1`.' },
    ],
    ['credential', 403, { code: 403, message: 'The caller does not have permission', metadata: {} }],
    [
      'channel',
      403,
      { code: 403, message: 'Input flagged', metadata: { reasons: ['x'], flagged_input: 'y' } },
    ],
    ['request', 403, { message: 'You do not have permission to access the File f1 or it may not exist.' }],
    ['request', 403, { message: 'CachedContent not found (or permission denied)' }],
    ['channel', 404, { code: 404, message: 'No endpoints found that support image input' }],
    ['channel', 404, { code: 404, message: 'No endpoints found that can handle the requested parameters.' }],
    [undefined, 404, { code: 404, message: 'No endpoints found for some/model.' }],
    ['request', 424, { type: 'external_connector_error', code: 'http_error', param: 'tools' }],
    [undefined, 424, { type: 'ModelErrorException' }],
    [undefined, 400, {}],
    [undefined, 404, {}],
    [undefined, 500, {}],
    ['busy', 429, {}],
    ['busy', 429, { code: 'rate_limit_exceeded', message: 'You exceeded your current quota' }],
    ['credential', 429, { code: 'insufficient_quota', type: 'insufficient_quota' }],
    ['credential', 429, { type: 'exceeded_current_quota_error' }],
  ])('blames %s for %i with %j', (blame, status, error) => {
    expect(judgeRefusal(status, {}, body(error), secrets).blame).toBe(blame);
  });

  test('a prompt that xAI does not take says nothing of our key, and is not to be sent again', () => {
    const said = {
      code: 'The caller does not have permission to execute the specified operation',
      error: 'Content violates usage guidelines. Team: t, API key ID: k, Model: grok-4, Failed check: BIO',
    };
    const { fault: told, blame } = judgeRefusal(403, {}, Buffer.from(JSON.stringify(said)), secrets);
    expect(told).toMatchObject({ status: 503, code: 'model_not_found', permanent: true });
    expect(told.message).toMatch(/^A filter .* stopped the prompt/);
    expect(blame).toBe('channel');
  });

  test('a request that no provider of OpenRouter takes is told so, and another channel is asked', () => {
    const message = 'No endpoints found that support tool use.';
    const { fault: told, isRetryable } = judgeRefusal(404, {}, body({ code: 404, message }), secrets);
    expect(told).toMatchObject({ status: 404, code: '404', message });
    expect(isRetryable).toBe(true);
  });

  test('tools that a client’s own server does not list are no fault of the upstream', () => {
    const type = 'external_connector_error';
    const message =
      "Error retrieving tool list from MCP server: 'mine'. Http status code: 401 (Unauthorized)";
    const error = { type, code: 'http_error', param: 'tools', message };
    const { fault: told, isRetryable } = judgeRefusal(424, {}, body(error), secrets);
    expect(told).toMatchObject({ status: 424, type, code: 'http_error', param: 'tools', message });
    expect(isRetryable).toBe(false);
  });

  test.each([405, 408, 421, 426, 500, 502, 503, 529, 302])('%i is unavailability', (status) => {
    const { fault: refusal, isRetryable } = judgeRefusal(status, {}, Buffer.from('oops'), secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(isRetryable).toBe(true);
  });

  test.each([
    ['7', 7_000],
    ['0', 1_000],
    [undefined, 1_000],
    ['soon', 1_000],
    ['20.5', 20_500],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 1_000],
  ])('429 keeps how long to wait (%s)', (value, retryAfterMs) => {
    expect(judgeRefusal(429, { 'retry-after': value }, Buffer.alloc(0), secrets).fault).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfterMs,
    });
  });

  test('a refusal of the request keeps status, words and code, masked', () => {
    const error = {
      message: 'up-model at api.vendor.example: bad temperature',
      type: 't',
      param: 'temperature',
      code: 7,
    };
    expect(judgeRefusal(400, {}, body(error), secrets).fault).toMatchObject({
      status: 400,
      message: 'fast at [host]: bad temperature',
      type: 't',
      param: 'temperature',
      code: '7',
    });
  });

  test('an item that the client refers to and that was not stored is told as that, and blames nobody', () => {
    const error = {
      message: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
      type: 'invalid_request_error',
      param: 'input',
      code: null,
    };
    const { fault: refusal, isRetryable, blame } = judgeRefusal(404, {}, body(error), secrets);
    expect(refusal).toMatchObject({ status: 404, type: 'invalid_request_error', param: 'input' });
    expect(refusal.message).toContain('rs_1');
    // Another credential may keep it.
    expect(isRetryable).toBe(true);
    expect(blame).toBe('request');
  });

  test('so is a file, of which Anthropic says no param', () => {
    const error = { type: 'not_found_error', message: 'File not found: file_011CNha8iCJcU1wXNR6q4V8w' };
    const { fault: refusal, isRetryable, blame } = judgeRefusal(404, {}, body(error), secrets);
    expect(refusal).toMatchObject({ status: 404, message: error.message });
    expect(isRetryable).toBe(true);
    expect(blame).toBe('request');
    const unknown = body({ type: 'not_found_error', message: 'model: claude-0' });
    expect(judgeRefusal(404, {}, unknown, secrets).blame).toBeUndefined();
  });

  test.each(['model', 'None', 'input_model'])('404 that names %s is our trouble', (param) => {
    const {
      fault: refusal,
      isRetryable,
      blame,
    } = judgeRefusal(404, {}, body({ message: 'no', param }), secrets);
    expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(isRetryable).toBe(true);
    expect(blame).toBeUndefined();
  });

  test('a code among the details of a refusal is its code', () => {
    const error = { message: 'too large', type: 't', details: { error_code: 'image_dimensions_too_large' } };
    expect(judgeRefusal(400, {}, body(error), secrets).fault).toMatchObject({
      code: 'image_dimensions_too_large',
    });
  });

  test('a prompt that a filter stopped is the client’s to change, a deployment that is not there is ours', () => {
    const filtered = {
      message: 'The response was filtered',
      code: 'content_filter',
      param: 'prompt',
      type: null,
    };
    expect(judgeRefusal(400, {}, body(filtered), secrets).fault).toMatchObject({
      ...{ status: 400, code: 'content_filter', param: 'prompt', type: 'invalid_request_error' },
    });
    const absent = { message: 'The API deployment does not exist', code: 'DeploymentNotFound' };
    expect(judgeRefusal(404, {}, body(absent), secrets).fault).toMatchObject({
      status: 503,
      code: 'model_not_found',
    });
  });

  test('words that a vendor echoes are short, well-formed and masked, so that they fit a trailer', () => {
    const error = {
      message: 'm'.repeat(90_000),
      type: '\ud800',
      param: 'p'.repeat(63_000),
      code: 'at api.vendor.example',
    };
    const { fault } = judgeRefusal(400, {}, body(error), secrets);
    expect(fault.message.length).toBe(2_000);
    expect(fault.param.length).toBe(200);
    expect(fault.type).toBe('\ufffd');
    expect(fault.code).toBe('at [host]');
  });

  test.each(['not json', '{}', '[]', 'null'])(
    'words that cannot be read (%s) keep the status alone',
    (text) => {
      expect(judgeRefusal(422, {}, Buffer.from(text), secrets).fault).toMatchObject({
        status: 422,
        code: 'bad_response_status_code',
        type: 'upstream_error',
      });
    },
  );
});
