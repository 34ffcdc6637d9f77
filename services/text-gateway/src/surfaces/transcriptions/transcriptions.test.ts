import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { heard } from '../../canon/heard.ts';
import { noUsage } from '../../canon/usage.ts';
import { createSseSplitter } from '../../sse.ts';
import { passage } from './passage.ts';

async function read(fields: Record<string, string | Blob | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one));
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  return { body, request: passage.readRequest(body, { model: '', stream: false, contentType }) };
}

/** The fields of a body that goes on, as the platform's own parser reads them. */
async function fieldsOf({ body, contentType = '' }: { body: Buffer; contentType?: string }) {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
}

const file = new Blob([new Uint8Array(7_500).fill(0xff)]);

test('the bytes pass, with their boundary', async () => {
  const { body, request } = await read({ file, model: 'm', stream: 'true' });
  expect(request).toMatchObject({ model: 'm', stream: true });
  const passed = request.passTo({ model: 'm', usageOnRequest: false });
  expect(passed.body).toBe(body);
  expect(await fieldsOf(passed)).toEqual({ model: 'm', stream: 'true' });
});

test('sound is bounded by its length and text by its own', async () => {
  const { body, request } = await read({ file, model: 'm' });
  expect(request.size).toMatchObject({
    otherTokens: 100,
    textBytes: body.length - 7_500,
    maxOutput: undefined,
  });
  const long = await read({ file: new Blob([new Uint8Array(10_000_000)]), model: 'm' });
  expect(long.request.size.otherTokens).toBe(60_000);
});

test('voices that are named beside it are sound as well, and no text', async () => {
  const voice = `data:audio/wav;base64,${Buffer.alloc(300_000, 7).toString('base64')}`;
  const { body, request } = await read({
    ...{ file, model: 'm', 'known_speaker_names[]': ['Ann', 'Ben'] },
    'known_speaker_references[]': [voice, voice],
  });
  expect(request.size).toMatchObject({
    otherTokens: Math.ceil((7_500 + 2 * voice.length) / 75),
    textBytes: body.length - 7_500 - 2 * voice.length,
  });
  expect(request.passTo({ model: 'm', usageOnRequest: false }).body).toBe(body);
});

test('a mapped model is named as the upstream does, and one that is missing is named', async () => {
  const { request } = await read({ model: 'm', file, language: 'de' });
  const mapped = request.passTo({ model: 'up', usageOnRequest: false });
  expect(await fieldsOf(mapped)).toEqual({ model: 'up', language: 'de' });
  const bare = (await read({ file })).request;
  expect(bare.model).toBe('whisper-1');
  expect(await fieldsOf(bare.passTo({ model: 'whisper-1', usageOnRequest: false }))).toEqual({
    model: 'whisper-1',
  });
});

describe('a 400 names the field', () => {
  test.each<[what: string, param: string, Record<string, string | Blob | string[]>]>([
    ['two models', 'model', { file, model: ['m', 'n'] }],
    ['a file for a model', 'model', { file, model: file }],
    ['an empty model', 'model', { file, model: '' }],
    ['no file', 'file', { model: 'm' }],
    ['a text for a file', 'file', { model: 'm', file: 'text' }],
    ['another word for true', 'stream', { file, stream: '1' }],
    ['true and false', 'stream', { file, stream: ['true', 'false'] }],
  ])('%s', async (_what, param, fields) => {
    const error = await read(fields).catch((caught: unknown) => caught);
    expect(faultOf(error)).toMatchObject({ status: 400, code: 'invalid_request', param });
  });

  test('or the body', () => {
    const route = { model: '', stream: false, contentType: 'application/json' };
    expect(() => passage.readRequest(Buffer.from('{}'), route)).toThrow('multipart/form-data');
  });
});

describe('an answer', () => {
  const whole = (body: object) =>
    passage.readWhole(Buffer.from(JSON.stringify(body)), undefined, 'application/json; charset=utf-8');

  test('in JSON counts tokens, of which those of sound are apart', () => {
    const usage = {
      type: 'tokens',
      input_tokens: 14,
      output_tokens: 5,
      input_token_details: { audio_tokens: 10 },
    };
    expect(whole({ text: 'Hi', usage }).usage).toMatchObject({
      inputFresh: 4,
      inputAudio: 10,
      outputVisible: 5,
    });
  });

  test('that counts seconds counts no tokens', () => {
    expect(whole({ text: 'Hi', usage: { type: 'duration', seconds: 3.5 } }).usage).toMatchObject({
      inputFresh: 0,
      metered: [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', quantity: 3_500n }],
    });
  });

  test('that counts both has both', () => {
    const usage = { prompt_audio_seconds: 4, prompt_tokens: 6, completion_tokens: 5, total_tokens: 60 };
    const counted = { inputFresh: 6, outputVisible: 5, metered: [heard(4_000)] };
    expect(whole({ text: 'Hi', model: 'voxtral', usage })).toMatchObject({
      usage: counted,
      isEstimated: false,
    });
    const unknown = whole({ text: 'Hi', usage: { ...usage, prompt_audio_seconds: null } });
    expect(unknown).toMatchObject({ usage: { inputFresh: 0 }, isEstimated: true });
  });

  const spoken = 'Grüße 🌍, and that is all.\n'.repeat(3);
  const spokenUsage = { ...noUsage, inputAudio: 52, outputVisible: 23, metered: [heard(5_133)] };

  test('that counts nothing lasts as long as its words take', () => {
    const answer = whole({ text: spoken });
    expect(answer).toMatchObject({ usage: spokenUsage, isEstimated: true });
    expect(whole({ text: '', usage: null })).toMatchObject({ usage: { metered: [heard(0)] } });
    const zeros = { type: 'tokens', input_tokens: 0, output_tokens: 0 };
    expect(whole({ text: spoken, usage: zeros })).toMatchObject({ usage: answer.usage, isEstimated: true });
  });

  test.each(['text/plain; charset=utf-8', 'text/vtt', 'application/x-subrip'])(
    'as %s passes as it is',
    (type) => {
      const bytes = Buffer.from(spoken);
      expect(passage.readWhole(bytes, 'm', type)).toEqual({
        ...{ body: bytes, contentType: type, error: undefined },
        ...{ usage: spokenUsage, isEstimated: true },
      });
    },
  );

  test('that whisper.cpp calls HTML is plain text', () => {
    const bytes = Buffer.from(` ${spoken}`);
    expect(passage.readWhole(bytes, 'm', 'text/html; charset=utf-8')).toMatchObject({
      ...{ body: bytes, contentType: 'text/plain; charset=utf-8', error: undefined },
      ...{ usage: spokenUsage, isEstimated: true },
    });
  });

  test.each([3.5, '3.5'])('that is verbose says how long the sound is: %j', (duration) => {
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 5 };
    expect(whole({ text: 'Hi', duration }).usage?.metered).toEqual([heard(3_500)]);
    expect(whole({ text: 'Hi', duration, usage }).usage).toMatchObject({ inputFresh: 14, outputVisible: 5 });
  });

  test.each([[-1], ['long'], [''], [null], [{}], [1e300]])('a sound does not last %j', (duration) => {
    expect(whole({ text: '', duration })).toMatchObject({
      usage: { metered: [heard(0)] },
      isEstimated: true,
    });
  });

  test.each([0, null, '12', -1, 1e300, undefined])('has not counted seconds with %j', (seconds) => {
    const answer = whole({ text: spoken, usage: { type: 'duration', seconds } });
    expect(answer).toMatchObject({ usage: { metered: [heard(5_133)] }, isEstimated: true });
    expect(whole({ text: spoken, duration: 0 })).toMatchObject({ usage: answer.usage, isEstimated: true });
    const verbose = whole({ text: spoken, duration: 9.5, usage: { type: 'duration', seconds } });
    expect(verbose).toMatchObject({ usage: { metered: [heard(9_500)] }, isEstimated: false });
  });

  test.each([
    ['text/vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nGrüße\n\n00:02.000 --> 01:04.250\nHi\n', 64_250],
    ['application/x-subrip', '1\n00:00:00,000 --> 01:00:02,500\nHi\n\n', 3_602_500],
  ])('as subtitles lasts as long as its last cue: %s', (type, text, ms) => {
    const { usage, isEstimated } = passage.readWhole(Buffer.from(text), 'm', type);
    const counted = {
      inputAudio: Math.ceil(ms / 100),
      outputVisible: Math.ceil(Buffer.byteLength(text) / 4),
    };
    expect(usage).toEqual({ ...noUsage, ...counted, metered: [heard(ms)] });
    expect(isEstimated).toBe(true);
  });

  test.each(['text/html', 'text/event-stream', ''])('as %j is none', (type) => {
    expect(() => passage.readWhole(Buffer.from('<html>'), undefined, type)).toThrow('no text');
  });
});

describe('a stream', () => {
  function watch(events: readonly (object | '[DONE]')[], model?: string) {
    const tap = passage.createTap({ model, dropUsage: false, choices: 1 });
    const frames = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
    const text = frames.map((data) => `data: ${data}\n\n`).join('');
    const seen = createSseSplitter(1_000).push(Buffer.from(text));
    return { tap, seen, passed: seen.map((frame) => String(tap.see(frame))) };
  }

  test('ends with the event that counts', () => {
    const usage = { type: 'tokens', input_tokens: 3, output_tokens: 2 };
    const delta = { type: 'transcript.text.delta', delta: 'H' };
    expect(watch([delta]).tap.isDone).toBe(false);
    const { tap, seen, passed } = watch([delta, { type: 'transcript.text.done', text: 'H', usage }]);
    expect(passed).toEqual(seen.map(({ raw }) => String(raw)));
    expect(tap).toMatchObject({ isDone: true, isEstimated: false });
    expect(tap.usage).toMatchObject({ inputFresh: 3, outputVisible: 2 });
    expect(tap.usage).not.toHaveProperty('metered');
  });

  const words = 'It takes two seconds to say so';

  test('that nobody counts lasts as long as its words take, also where it breaks off', () => {
    const delta = { type: 'transcript.text.delta', delta: words };
    const broken = watch([delta]).tap;
    const whole = watch([delta, { type: 'transcript.text.done', text: ` ${words}\n` }]).tap;
    for (const { usage, isEstimated } of [broken, whole])
      expect({ usage, isEstimated }).toEqual({
        usage: { ...noUsage, inputAudio: 20, outputVisible: 8, metered: [heard(2_000)] },
        isEstimated: true,
      });
    expect([broken.isDone, whole.isDone]).toEqual([false, true]);
  });

  test('of Mistral ends with its own event, under the name of the client', () => {
    const usage = { prompt_audio_seconds: 7, prompt_tokens: 4, completion_tokens: 9, total_tokens: 110 };
    const done = { type: 'transcription.done', model: 'up', text: words, language: null, usage };
    const { tap, passed } = watch([{ type: 'transcription.text.delta', text: words }, done], 'm');
    expect(tap).toMatchObject({ isDone: true, isEstimated: false });
    expect(tap.usage).toMatchObject({ inputFresh: 4, outputVisible: 9, metered: [heard(7_000)] });
    expect(passed[1]).toBe(`event: transcription.done\ndata: ${JSON.stringify({ ...done, model: 'm' })}\n\n`);
  });

  test('of vLLM ends as chat completions do', () => {
    const chunk = (delta: object) => ({ object: 'transcription.chunk', model: 'm', choices: [{ delta }] });
    const { tap, seen, passed } = watch([
      chunk({ content: words.slice(0, 9) }),
      chunk({ content: words.slice(9) }),
      chunk({}),
      '[DONE]',
    ]);
    expect(passed).toEqual(seen.map(({ raw }) => String(raw)));
    expect(tap).toMatchObject({ isDone: true, isEstimated: true, usage: { metered: [heard(2_000)] } });
  });
});

test('the counts at the end of a stream of vLLM are its own', () => {
  const tap = passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const chunk = (members: object) =>
    Buffer.from(
      JSON.stringify({ id: 't', object: 'transcription.chunk', created: 1, model: 'm', ...members }),
    );
  const usage = { prompt_tokens: 1504, completion_tokens: 3, total_tokens: 1507 };
  for (const data of [
    chunk({ choices: [{ delta: { content: ' Hi' }, finish_reason: null }] }),
    chunk({ choices: [{ delta: { content: '.' }, finish_reason: 'stop' }] }),
    chunk({ choices: [], usage }),
    Buffer.from('[DONE]'),
  ])
    tap.see({ raw: data, data });
  expect(tap).toMatchObject({
    isDone: true,
    isEstimated: false,
    usage: { inputFresh: 1504, outputVisible: 3 },
  });
});

test('so are those that it has in each chunk, beside words that tell how long the sound is', () => {
  const tap = passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  for (let said = 1; said <= 300; said += 1) {
    const usage = { prompt_tokens: 1504, completion_tokens: said, total_tokens: 1504 + said };
    const data = Buffer.from(JSON.stringify({ choices: [{ delta: { content: ' word' } }], usage }));
    tap.see({ raw: data, data });
  }
  // 1,500 characters, 15 of them a second.
  expect(tap.usage).toMatchObject({ inputFresh: 1504, outputVisible: 300, sound: { ms: 100_000 } });
});

test('a flat event that is an error keeps its words', () => {
  const tap = passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const said = { code: 'rate_limit_exceeded', message: 'Slow down', param: null };
  const frames = createSseSplitter(1e6).push(
    Buffer.from(`data: ${JSON.stringify({ type: 'error', ...said })}\n\n`),
  );
  for (const frame of frames) tap.see(frame);
  expect(tap.error).toEqual(said);
});
