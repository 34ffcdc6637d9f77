import { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { frameData, startSandbox } from '../testing/start-sandbox.ts';

const speech = {
  model: 'gpt-4o-mini-tts',
  voice: 'ash',
  input: 'Grüße 🌍, and more than a piece of it',
} as const;
const mark = Buffer.from([0xff, 0xfb]);

describe('speech', () => {
  test('is sound, in the type that was asked for', async () => {
    const { client, log } = await startSandbox();
    const answer = await client.audio.speech.create({ ...speech, response_format: 'wav' });
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(Buffer.concat([mark, Buffer.from(speech.input)]));
    expect(await log()).toMatchObject([{ dialect: 'speech', outcome: 'served', usage: { inputTokens: 11 } }]);
  });

  test('is events where those are asked for, and the last one counts', async () => {
    const { post } = await startSandbox();
    const answer = await post('/v1/audio/speech', { ...speech, stream_format: 'sse' });
    const events = frameData(await answer.text()).map((json) => JSON.parse(json));
    const sound = events.map(({ audio = '' }) => Buffer.from(audio, 'base64').toString()).join('');
    expect(sound).toBe(speech.input);
    expect(events.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: 11, output_tokens: 11, total_tokens: 22 },
    });
  });

  test.each([{ input: '' }, { voice: undefined }, { response_format: 'ogg' }])(
    '%j is refused',
    async (wrong) => {
      const { post } = await startSandbox();
      expect((await post('/v1/audio/speech', { ...speech, ...wrong })).status).toBe(400);
    },
  );
});

describe.each(['transcriptions', 'translations'] as const)('%s', (route) => {
  const text = 'Grüße 🌍, and more than a piece of it';
  const file = () => toFile(Buffer.from(text), 'sound.mp3');

  test('hear what the sound says, with its usage', async () => {
    const { client, log } = await startSandbox();
    const heard = await client.audio[route].create({
      file: await file(),
      model: 'gpt-4o-transcribe',
      prompt: 'Hint',
    });
    expect(heard).toMatchObject({
      text,
      usage: {
        ...{ type: 'tokens', input_tokens: 12, output_tokens: 11, total_tokens: 23 },
        input_token_details: { text_tokens: 1, audio_tokens: 11 },
      },
    });
    expect(await log()).toMatchObject([{ dialect: route, usage: { inputTokens: 12, outputTokens: 11 } }]);
  });

  test('count seconds with models that are paid for by the minute', async () => {
    const { client } = await startSandbox();
    const heard = await client.audio[route].create({ file: await file(), model: 'whisper-1' });
    expect(heard).toMatchObject({ text, usage: { type: 'duration', seconds: 2 } });
  });

  test.each(['text', 'srt', 'vtt'] as const)('write %s', async (format) => {
    const { client } = await startSandbox();
    const heard = await client.audio[route].create({
      file: await file(),
      model: 'm',
      response_format: format,
    });
    expect(heard).toContain(text);
  });
});

test('a transcription streams', async () => {
  const { client } = await startSandbox();
  const file = await toFile(Buffer.from('Grüße'), 'sound.mp3');
  const stream = await client.audio.transcriptions.create({ file, model: 'gpt-4o-transcribe', stream: true });
  const events = await Array.fromAsync(stream);
  expect(events).toMatchObject([
    { type: 'transcript.text.delta', delta: 'Grüße' },
    { type: 'transcript.text.done', text: 'Grüße', usage: { input_tokens: 2, output_tokens: 2 } },
  ]);
});
