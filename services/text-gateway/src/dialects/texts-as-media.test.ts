import { expect, test } from 'vitest';
import { readRequest as readContents } from './generate-content/request.ts';
import { readRequest as readMessages } from './messages/request.ts';
import { readRequest as readResponses } from './responses/request.ts';

const words = 'words '.repeat(1_000);
/** They begin as a PNG does in base64. */
const text = `iVBORw0KGgo${words}`;
/** The same in base64, as generateContent has all bytes. */
const encoded = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(words)]).toString(
  'base64',
);

const message = (...content: unknown[]) =>
  readMessages(Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))).size;
const contents = (...parts: unknown[]) =>
  readContents(Buffer.from(JSON.stringify({ contents: [{ parts }] })), { model: 'm', stream: false }).size;
const responses = (...input: unknown[]) =>
  readResponses(Buffer.from(JSON.stringify({ model: 'm', input }))).size;

const base64 = { type: 'base64', media_type: 'image/png', data: text };
const inlineData = { mimeType: 'image/png', data: encoded };

test.each([
  ['a text for a document', message({ type: 'document', source: { ...base64, type: 'text' } })],
  ['text within a document', message({ source: { type: 'content', content: [{ type: 'text', text }] } })],
  ['where a result was found', message({ type: 'search_result', source: text, title: 'a', content: [] })],
  ['what a tool is called with', message({ type: 'tool_use', input: { source: base64 } })],
  ['a file of text', contents({ inlineData: { ...inlineData, mimeType: 'text/plain' } })],
  ['what a source has within it', message({ source: { data: text, more: { type: 'base64' } } })],
  ['a file of two types, text first', contents({ inlineData: { mime_type: 'text/plain', ...inlineData } })],
  ['a file of two types', contents({ inlineData: { ...inlineData, mime_type: 'text/plain' } })],
  ['what a function is called with', contents({ functionCall: { args: { inlineData } } })],
  ['what a function gave', contents({ functionResponse: { response: { inlineData } } })],
  ['a schema', responses({ tools: [{ parameters: { properties: { result: { description: text } } } }] })],
])('text that begins as an image does is held as text: %s', (_, size) => {
  expect(size.textBytes).toBeGreaterThan(words.length);
});

test('what says of itself that it is an image and a text is held as text', () => {
  const source = JSON.stringify({ ...base64, also: 'text' }).replace('also', 'typ\\u0065');
  const body = `{"model":"m","messages":[{"role":"user","content":[{"type":"document","source":${source}}]}]}`;
  expect(readMessages(Buffer.from(body)).size.textBytes).toBeGreaterThan(words.length);
});

test('of the images within one document each is held', () => {
  const image = { type: 'image', source: base64 };
  const size = message({ type: 'document', source: { type: 'content', content: [image, image, image] } });
  expect(size.imageParts).toBeGreaterThanOrEqual(3);
  expect(size.textBytes).toBeLessThan(1_000);
});

test.each([
  ['messages', message({ type: 'image', source: base64 })],
  ['generateContent', contents({ inline_data: { mime_type: 'image/png', data: encoded } })],
  [
    'generateContent, in letters of any size',
    contents({ inlineData: { ...inlineData, mimeType: 'IMAGE/PNG' } }),
  ],
  ['generateContent, behind a call', contents({ functionCall: { args: { n: 1 } } }, { inlineData })],
  ['responses', responses({ type: 'image_generation_call', result: text })],
])('an image is none: %s', (_, size) => {
  expect(size).toMatchObject({ imageParts: 1 });
  expect(size.textBytes).toBeLessThan(1_000);
});
