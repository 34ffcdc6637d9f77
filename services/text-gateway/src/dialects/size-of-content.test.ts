import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { readRequest as readChat } from './chat-completions/request.ts';
import { readRequest as readContents } from './generate-content/request.ts';

/** A minute of WAV at 24 kHz, and of MP3 at 32 kbit/s: Gemini counts 1,920 tokens of either. */
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(60 * 48_000)]).toString('base64');
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(60 * 4_000)]).toString('base64');

const chat = (data: string, format: string) => {
  const content = [{ type: 'input_audio', input_audio: { data, format } }];
  return readChat(Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))).size;
};
const contents = (data: string, mimeType: string) => {
  const body = { contents: [{ parts: [{ inlineData: { mimeType, data } }] }] };
  return readContents(Buffer.from(JSON.stringify(body)), { model: 'm', stream: false }).size;
};

test.each([
  ['chat completions, WAV', chat(wav, 'wav'), 123_872],
  ['chat completions, MP3', chat(mp3, 'mp3'), 10_323],
  ['generateContent, WAV', contents(wav, 'audio/wav'), 123_872],
  ['generateContent, MP3', contents(mp3, 'audio/mp3'), 10_323],
])('sound is bounded by what vendors can count for it, not as text: %s', (_, size, otherTokens) => {
  expect(size).toMatchObject({ imageParts: 0, otherTokens });
  expect(size.textBytes).toBeLessThan(200);
});

/** A minute of film at a megabit a second: Gemini counts some 17,800 tokens of it. */
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from('ftypisom'), Buffer.alloc(60 * 125_000)]);
const film = mp4.toString('base64');
const shown = (url: string) => {
  const content = [{ type: 'video_url', video_url: { url } }];
  return readChat(Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))).size;
};

const pictured = (url: string) => {
  const content = [{ type: 'image_url', image_url: { url } }];
  return readChat(Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))).size;
};

test.each([
  ['generateContent', contents(film, 'video/mp4')],
  ['chat completions', shown(`data:video/mp4;base64,${film}`)],
])('a film is bounded as sound is, not as text: %s', (_, size) => {
  expect(size).toMatchObject({ imageParts: 0 });
  expect(size.textBytes).toBeLessThan(200);
  expect(size.otherTokens).toBeGreaterThan(17_800);
  expect(size.otherTokens).toBeLessThan(400_000);
});

test.each([
  ['an image', 'image_url', { url: 'data:;base64,iVBORw0KGgo' }, { imageParts: 1 }],
  ['a file', 'file', { file_data: 'data:;base64,JVBERi0xLjc' }, { fileParts: 1 }],
  ['a sound', 'input_audio', { data: 'data:;base64,UklGRgAA' }, { soundParts: 1 }],
])('%s in a data URL of no type is told by its first bytes', (_, type, part, held) => {
  const messages = [{ role: 'user', content: [{ type, [type]: part }] }];
  const { size } = readChat(Buffer.from(JSON.stringify({ model: 'm', messages })));
  const none = { imageParts: 0, fileParts: 0, soundParts: 0 };
  expect({ ...none, ...size }).toMatchObject({ ...none, ...held });
});

test.each([
  ['generateContent', (data: string) => contents(data, 'image/webp')],
  ['chat completions, in a data URL of no type', (data: string) => pictured(`data:;base64,${data}`)],
])('WebP, which begins as WAV does, is an image: %s', (_, sizeOf) => {
  const webp = Buffer.concat([Buffer.from('RIFF\x24\xff\x01\0WEBPVP8 ', 'latin1'), Buffer.alloc(100_000)]);
  const size = sizeOf(webp.toString('base64'));
  expect(size).toMatchObject({ imageParts: 1, otherTokens: 0 });
  expect(size.textBytes).toBeLessThan(200);
});

test.each([
  ['image/jpeg', { imageParts: 1, otherTokens: 0 }],
  ['audio/mp3', { imageParts: 0, soundParts: 1 }],
])('what begins with slashes does so in the other alphabet of base64 as well: %s', (mimeType, held) => {
  const begin = { 'image/jpeg': [0xff, 0xd8, 0xff, 0xe0], 'audio/mp3': [0xff, 0xfb, 0x90, 0x64] }[mimeType];
  const bytes = Buffer.concat([Buffer.from(begin ?? []), Buffer.alloc(100_000)]).toString('base64');
  const size = contents(bytes.replaceAll('+', '-').replaceAll('/', '_'), mimeType);
  expect(size).toEqual(contents(bytes, mimeType));
  expect(size).toMatchObject(held);
});

test('sound is bounded in minutes as well, for models that are paid for by these', () => {
  const second = Buffer.concat([Buffer.from('RIFF\x24\xff\x01\0WAVEfmt ', 'latin1'), Buffer.alloc(32_000)]);
  const [held] = chat(second.toString('base64'), 'wav').metered ?? [];
  expect(held).toMatchObject({ unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '' });
  expect(held?.quantity).toBeGreaterThan(1_000n);
  expect(chat('words', 'wav').metered).toBeUndefined();
});

test('what is called a sound and is none is bounded as text', () => {
  const words = 'words '.repeat(100);
  expect(chat(words, 'wav').textBytes).toBeGreaterThan(words.length);
});

test.each(['image/jpeg', 'audio/wav', 'application/pdf'])(
  'slashes behind backslashes, as PHP writes them, change nothing of it: %s',
  (mediaType) => {
    const begins = { 'image/jpeg': '/9j/4AAQ', 'audio/wav': 'UklGR//AA', 'application/pdf': 'JVBERi0' }[
      mediaType
    ];
    const content = [{ type: 'image_url', image_url: { url: `data:${mediaType};base64,${begins}` } }];
    const body = { model: 'm', messages: [{ role: 'user', content }] };
    const contents = [
      { parts: [{ inlineData: { mimeType: mediaType, data: `${begins}${'/'.repeat(500)}` } }] },
    ];
    const slashed = (value: object) => Buffer.from(JSON.stringify(value).replaceAll('/', '\\/'));
    const plain = (value: object) => Buffer.from(JSON.stringify(value));
    const route = { model: 'm', stream: false };
    for (const [one, other] of [
      [readChat(slashed(body)).size, readChat(plain(body)).size],
      [readContents(slashed({ contents }), route).size, readContents(plain({ contents }), route).size],
    ] as const) {
      expect(one).toMatchObject({ imageParts: other.imageParts });
      expect([one.soundParts, one.fileParts]).toEqual([other.soundParts, other.fileParts]);
      expect(one.textBytes - other.textBytes).toBeLessThan(8);
    }
  },
);
