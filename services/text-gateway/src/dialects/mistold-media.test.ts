/** Media of a type that their bytes do not bear out: clients read it off a file's name, and OpenAI and Google do not mind. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import { dialects } from './index.ts';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const jpeg = '/9j/4AAQSkZJRgABAQ==';
const webp = 'UklGRiIAAABXRUJQVlA4IA==';
const pdf = 'JVBERi0xLjcK';
const target = { model: 'claude-sonnet-4-5', maxOutputTokens: 100 };

const user = (part: object) => ({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [part] }] });
const clients: [DialectName, (said: string, data: string) => object][] = [
  [
    'chat-completions',
    (said, data) => user({ type: 'image_url', image_url: { url: `data:${said};base64,${data}` } }),
  ],
  [
    'responses',
    (said, data) => ({
      model: 'm',
      input: [{ role: 'user', content: [{ type: 'input_image', image_url: `data:${said};base64,${data}` }] }],
    }),
  ],
  [
    'generate-content',
    (said, data) => ({ contents: [{ parts: [{ inlineData: { mimeType: said, data } }] }] }),
  ],
  ['messages', (said, data) => user({ type: 'image', source: { type: 'base64', media_type: said, data } })],
];

const sentTo = (to: DialectName, from: DialectName, body: object): unknown => {
  const asked = dialects[from].codec.decodeRequest(body, { model: 'm', stream: false });
  return dialects[to].codec.encodeRequest(asked, target, recordLosses());
};

describe.each(clients)('of a client of %s', (client, ask) => {
  test.each([
    ['image/png', jpeg, 'image/jpeg'],
    ['image/jpeg', png, 'image/png'],
    ['image/JPG', jpeg, 'image/jpeg'],
    ['image/jpeg', webp, 'image/webp'],
    ['application/octet-stream', png, 'image/png'],
    ['image/bmp', 'Qk0=', 'image/bmp'],
  ])('what is called %s is sent as what it is', (said, data, is) => {
    expect(sentTo('messages', client, ask(said, data))).toMatchObject({
      messages: [{ content: [{ type: 'image', source: { type: 'base64', media_type: is, data } }] }],
    });
  });
});

test.each(['application/pdf', 'image/png', ''])(
  'a PDF of type “%s” in the place of an image is a document',
  (said) => {
    const body = user({ type: 'image_url', image_url: { url: `data:${said};base64,${pdf}` } });
    expect(sentTo('messages', 'chat-completions', body)).toMatchObject({
      messages: [{ content: [{ type: 'document', source: { media_type: 'application/pdf', data: pdf } }] }],
    });
    expect(sentTo('generate-content', 'chat-completions', body)).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: pdf } }] }],
    });
  },
);

test('a sound keeps what its type says of it', () => {
  const part = { inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } };
  expect(sentTo('generate-content', 'generate-content', { contents: [{ parts: [part] }] })).toMatchObject({
    contents: [{ parts: [part] }],
  });
});
