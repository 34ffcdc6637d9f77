import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { createSseSplitter } from '../../sse.ts';
import type { TapOptions } from '../passage.ts';
import { encodeErrorFrame } from './error-frame.ts';
import { readRequest } from './request.ts';
import { createTap } from './tap.ts';
import { decodeUsage } from './usage.ts';
import { readWhole } from './whole.ts';

describe('request', () => {
  const base = { model: 'm', messages: [] };
  const read = (body: object) => readRequest(Buffer.from(JSON.stringify(body)));

  test('reads what the gateway must know', () => {
    const request = read({
      ...base,
      stream: true,
      stream_options: { include_usage: true },
      n: 2,
      max_tokens: 5,
    });
    expect(request).toMatchObject({ model: 'm', stream: true, size: { choices: 2, maxOutput: 5 } });
  });

  test('the larger cap counts, and nothing is required beyond model and messages', () => {
    expect(read({ ...base, max_tokens: 5, max_completion_tokens: 9 }).size.maxOutput).toBe(9);
    expect(read(base)).toMatchObject({
      stream: false,
      size: { choices: 1, maxOutput: undefined },
    });
  });

  test.each([
    ['model', { messages: [] }],
    ['model', { ...base, model: 3 }],
    ['model', { ...base, model: '' }],
    ['messages', { model: 'm' }],
    ['messages', { model: 'm', messages: 'hi' }],
    ['stream', { ...base, stream: 'yes' }],
    ['stream_options', { ...base, stream_options: {} }],
    ['stream_options', { ...base, stream: true, stream_options: 'x' }],
    ['stream_options.include_usage', { ...base, stream: true, stream_options: { include_usage: 1 } }],
    ['n', { ...base, n: 0 }],
    ['n', { ...base, n: 1.5 }],
    ['n', { ...base, n: 129 }],
    ['max_tokens', { ...base, max_tokens: '5' }],
    ['max_completion_tokens', { ...base, max_completion_tokens: -1 }],
  ])('a bad %s is a 400 that names it', (param, body) => {
    expect(faultFrom(() => read(body))).toMatchObject({ status: 400, code: 'invalid_request', param });
  });
});

function faultFrom(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

describe('usage', () => {
  test('classes are disjoint', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 15 },
    };
    expect(decodeUsage(usage)).toEqual({
      inputFresh: 50,
      inputAudio: 0,
      outputAudio: 0,
      inputCacheRead: 30,
      inputCacheWrite: 20,
      outputVisible: 35,
      outputReasoning: 15,
    });
  });

  test.each([
    [{ prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 4 }],
    [{ prompt_tokens: 10, completion_tokens: 1, cached_tokens: 4 }],
  ])('variants of cached tokens are read: %j', (usage) => {
    expect(decodeUsage(usage)).toMatchObject({ inputFresh: 6, inputCacheRead: 4 });
  });

  const written = { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 1 };

  test.each<[string, object, object]>([
    ['DashScope', { prompt_tokens_details: { cached_tokens: 4, cache_creation_input_tokens: 3 } }, {}],
    ['LiteLLM', { prompt_tokens_details: { cached_tokens: 4, cache_creation_tokens: 3 } }, {}],
    ['new-api', { prompt_tokens_details: { cached_tokens: 4, cached_creation_tokens: 3 } }, {}],
    ['its totals', { cached_tokens: 4, cache_creation_input_tokens: 3 }, {}],
    [
      'LiteLLM, for how long',
      {
        prompt_tokens_details: {
          ...{ cached_tokens: 4, cache_write_tokens: 0, cache_creation_tokens: 3 },
          cache_creation_token_details: written,
        },
      },
      { inputCacheWrite: 2, inputCacheWrite1h: 1 },
    ],
  ])('variants of cache writes are read: of %s', (_, said, classes) => {
    const usage = { prompt_tokens: 10, completion_tokens: 1, ...said };
    const expected = { inputFresh: 3, inputCacheRead: 4, inputCacheWrite: 3, ...classes };
    expect(decodeUsage(usage)).toMatchObject(expected);
  });

  test('cache writes never exceed what reads leave of the prompt', () => {
    const details = { cached_tokens: 4, cache_write_tokens: 9 };
    const usage = { prompt_tokens: 5, completion_tokens: 0, prompt_tokens_details: details };
    expect(decodeUsage(usage)).toMatchObject({ inputFresh: 0, inputCacheRead: 4, inputCacheWrite: 1 });
  });

  test('details never exceed what they are part of', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 9 } };
    expect(decodeUsage(usage)).toMatchObject({ inputFresh: 0, inputCacheRead: 5 });
  });

  test.each([[null], [undefined], [{}], ['x'], [{ prompt_tokens: -1 }], [{ prompt_tokens: 1.5 }]])(
    '%j is none',
    (u) => {
      expect(decodeUsage(u)).toBeUndefined();
    },
  );
});

describe('tap', () => {
  const chunk = (extra: object): string =>
    `data: ${JSON.stringify({ id: 'c', model: 'up', choices: [{ index: 0, delta: { content: 'x' } }], ...extra })}\n\n`;
  const usage = { prompt_tokens: 3, completion_tokens: 4 };

  function pass(text: string, options: TapOptions) {
    const tap = createTap(options);
    const frames = createSseSplitter(1_000_000).push(Buffer.from(text));
    const out = frames.map((frame) => tap.see(frame)?.toString() ?? '').join('');
    return { tap, out };
  }

  test('unmapped streams pass byte for byte', () => {
    const text = `${chunk({})}${chunk({ choices: [], usage })}: ping\n\ndata: [DONE]\n\n`;
    const { tap, out } = pass(text, { model: undefined, dropUsage: false, choices: 1 });
    expect(out).toBe(text);
    expect(tap).toMatchObject({ isDone: true, usage: { inputFresh: 3, outputVisible: 4 } });
  });

  test('only the usage chunk that the gateway asked for is dropped', () => {
    const text = `${chunk({ usage: null })}${chunk({ usage })}${chunk({ choices: [], usage })}data: [DONE]\n\n`;
    const { out } = pass(text, { model: undefined, dropUsage: true, choices: 1 });
    expect(out).toBe(`${chunk({ usage: null })}${chunk({ usage })}data: [DONE]\n\n`);
  });

  test.each([{ choices: null }, { choices: undefined }])('it is dropped with %j as well', (none) => {
    const text = `${chunk({})}${chunk({ ...none, usage })}data: [DONE]\n\n`;
    const { out, tap } = pass(text, { model: undefined, dropUsage: true, choices: 1 });
    expect(out).toBe(`${chunk({})}data: [DONE]\n\n`);
    expect(tap).toMatchObject({ hasFinished: true, usage: { inputFresh: 3 } });
  });

  test('a mapped model is answered under the requested name, in every chunk', () => {
    const { out } = pass(`${chunk({})}${chunk({ usage })}`, { model: 'fast', dropUsage: false, choices: 1 });
    expect(out.match(/"model":"fast"/g)).toHaveLength(2);
    expect(out).not.toContain('"up"');
  });

  test.each([
    'id: 7\ndata: {"choices":[]}\n\n',
    'data:{"choices":[],"usage":null}\r\n\r\n',
    'data: {"choices":[],"a":1,"a":12345678901234567890}\n\n',
  ])('a chunk that names no model passes as it came: %j', (text) => {
    expect(pass(text, { model: 'fast', dropUsage: false, choices: 1 }).out).toBe(text);
  });

  test('a mapped chunk over two data lines stays one event', () => {
    const { out } = pass('data: {"model":"up",\ndata: "choices":[]}\n\n', {
      model: 'fast',
      dropUsage: false,
      choices: 1,
    });
    expect(out).toBe('data: {"model":"fast",\ndata: "choices":[]}\n\n');
  });

  test.each([
    [
      'a member twice',
      Buffer.from('{"model":"up","a":1,"a":2,"usage":{"prompt_tokens":1,"completion_tokens":2}}'),
    ],
    [
      'half a character',
      Buffer.from([
        ...Buffer.from('{"model":"up","x":"'),
        0xc3,
        ...Buffer.from('","usage":{"prompt_tokens":1,"completion_tokens":2}}'),
      ]),
    ],
  ])('%s is read as a lenient client reads it', (_what, data) => {
    const raw = Buffer.concat([Buffer.from('data: '), data, Buffer.from('\n\n')]);
    const [frame] = createSseSplitter(1_000).push(raw);
    if (!frame) throw new Error('no frame');
    const tap = createTap({ model: undefined, dropUsage: false, choices: 1 });
    expect(tap.see(frame)).toEqual(raw);
    expect(tap.usage).toMatchObject({ inputFresh: 1, outputVisible: 2 });
    const renamed = createTap({ model: 'fast', dropUsage: false, choices: 1 }).see(frame)?.toString();
    expect(renamed).toContain('"model":"fast"');
    expect(renamed).not.toContain('"up"');
  });

  test.each(['null', 'false', '""'])('an error of %s is none', (value) => {
    const { tap } = pass(`data: {"error":${value},"choices":[]}\n\n`, {
      model: undefined,
      dropUsage: false,
      choices: 1,
    });
    expect(tap.error).toBeUndefined();
  });

  test('the last usage counts', () => {
    const { tap } = pass(`${chunk({ usage })}${chunk({ usage: { ...usage, completion_tokens: 9 } })}`, {
      model: undefined,
      dropUsage: false,
      choices: 1,
    });
    expect(tap.usage?.outputVisible).toBe(9);
  });

  test.each(['"finish_reason":"stop"', '"finish_reason" : "length"'])('%s is an end', (member) => {
    const text = `data: {"choices":[{"index":0,"delta":{},${member}}]}\n\n`;
    expect(pass(text, { model: undefined, dropUsage: false, choices: 1 }).tap.hasFinished).toBe(true);
  });

  test('a null finish reason is none, and an error is noted', () => {
    expect(
      pass(chunk({ finish_reason: null }), { model: undefined, dropUsage: false, choices: 1 }).tap
        .hasFinished,
    ).toBe(false);
    const { tap } = pass('data: {"error":{"message":"m"}}\n\n', {
      model: undefined,
      dropUsage: false,
      choices: 1,
    });
    expect(tap.error).toEqual({ message: 'm' });
  });

  test.each(['<html>', '{"id":"c"', '[1]'])('%s is no chunk and is refused', (data) => {
    expect(() =>
      pass(
        `data: ${data}

`,
        { model: undefined, dropUsage: false, choices: 1 },
      ),
    ).toThrow();
  });
});

describe('whole answer', () => {
  const body = Buffer.from(
    '{"id":"c", "model":"up","choices":[{}],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
  );

  test('passes byte for byte, or under the requested name', () => {
    expect(readWhole(body, undefined).body).toBe(body);
    expect(readWhole(body, 'fast').body.toString()).toBe(body.toString().replace('"up"', '"fast"'));
    expect(readWhole(body, undefined).usage).toMatchObject({ inputFresh: 1, outputVisible: 2 });
  });

  test.each(['', 'Bad Gateway', '{"object":"list"}', '{"choices":[', '[1]'])('%j cannot be used', (text) => {
    expect(() => readWhole(Buffer.from(text), undefined)).toThrow();
  });

  test('an error under a status of success is told apart', () => {
    expect(readWhole(Buffer.from('{"error":{"message":"m"}}'), undefined).error).toEqual({
      message: 'm',
    });
  });
});

test('the error frame carries the four members of the public envelope', () => {
  const frame = encodeErrorFrame({
    status: 502,
    code: undefined,
    type: 'upstream_error',
    param: '',
    message: 'm',
    retryAfterMs: 0,
    permanent: false,
    notStarted: false,
    ofClient: false,
    reason: '',
    reasonValues: {},
    problems: [],
  });
  expect(frame.toString()).toBe(
    'data: {"error":{"message":"m","type":"upstream_error","param":"","code":null}}\n\n',
  );
});
