import { expect, test } from 'vitest';
import { dialects } from '../dialects/index.ts';
import { codec as completions } from '../surfaces/completions/codec.ts';
import { readRequest as readCompletion } from '../surfaces/completions/request.ts';
import { embedding } from '../surfaces/embeddings/codec.ts';
import { readRequest } from '../surfaces/embeddings/request.ts';
import { countAsked, countEmbedded, countInput } from './count-input.ts';
import { countRequest } from './count-request.ts';

const chat = dialects['chat-completions'];
const base64 = 'iVBORw0KGgo'.padEnd(100_000, 'A');
const image = (detail?: string) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${base64}`, ...(detail && { detail }) },
});

function count(content: unknown, more: object = {}): number {
  const body = { model: 'm', messages: [{ role: 'user', content }], ...more };
  return countRequest(chat.codec.decodeRequest(body, { model: 'm', stream: false }));
}

test('texts count by the tokenizer, tools and schemas with them', () => {
  expect(count('Hello there')).toBe(2);
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }];
  expect(count('Hello there', { tools })).toBeGreaterThan(15);
});

test('an image counts by a rule, never by its base64', () => {
  expect(count([image()])).toBe(765);
  expect(count([image('low')])).toBe(85);
  expect(count([{ type: 'text', text: 'Hello there' }, image(), image()])).toBe(2 + 2 * 765);
});

test('the summary of a compacted conversation counts as the text that it is told as', () => {
  const { codec } = dialects.messages;
  const countOf = (block: object) => {
    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content: [block] }] };
    return countRequest(codec.decodeRequest(body, { model: 'm', stream: false }));
  };
  expect(countOf({ type: 'compaction', content: 'Hello there', encrypted_content: 'x' })).toBe(2);
  expect(countOf({ type: 'compaction', content: null })).toBe(0);
});

test('a request that cannot be read counts by its size, images apart', () => {
  const body = Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: ['?', image()] }, 'x'.repeat(4_000)] }),
  );
  const request = chat.passage.readRequest(body, { model: 'm', stream: false });
  const canon = () => chat.codec.decodeRequest(JSON.parse(body.toString()), { model: 'm', stream: false });
  expect(canon).toThrow();
  const tokens = countInput(request, canon);
  expect(tokens).toBeGreaterThan(765 + 1_000);
  expect(tokens).toBeLessThan(765 + 1_200);
});

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4 * 1024 * 1024)]).toString('base64');
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(4 * 1024 * 1024)]).toString(
  'base64',
);
const source = { type: 'base64', media_type: 'application/pdf', data: pdf };
const dataUrl = `data:application/pdf;base64,${pdf}`;
const askedOf = (part: object) => [{ role: 'user', content: [part] }];

test.each<[keyof typeof dialects, object]>([
  ['messages', { messages: askedOf({ type: 'document', source }) }],
  ['chat-completions', { messages: askedOf({ type: 'file', file: { file_data: dataUrl } }) }],
  ['chat-completions', { messages: askedOf({ type: 'input_audio', input_audio: { data: wav } }) }],
  ['responses', { input: askedOf({ type: 'input_file', file_data: dataUrl }) }],
  [
    'generate-content',
    { contents: [{ parts: [{ inlineData: { mimeType: source.media_type, data: pdf } }] }] },
  ],
])('a file or a sound in a huge request of %s counts by a rule, never by its base64', (name, asked) => {
  const { passage } = dialects[name];
  const request = passage.readRequest(Buffer.from(JSON.stringify({ model: 'm', ...asked })), {
    model: 'm',
    stream: false,
  });
  const unread = () => {
    throw new Error('it is too large to be parsed');
  };
  for (const count of [countAsked, countInput]) expect(count(request, unread)).toBeLessThan(2_000);
});

const contents = [{ parts: [{ text: 'Hello there' }] }];
const messages = [{ role: 'user', content: 'Hello there' }];

test.each<['messages' | 'generate-content', object]>([
  ['messages', { messages, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ['messages', { messages: [{ role: 'user', content: [{ type: 'search_result', title: 'x' }] }] }],
  ['messages', { messages, mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'x' }] }],
  ['generate-content', { contents, tools: [{ googleSearch: {} }] }],
  ['generate-content', { contents, cachedContent: 'cachedContents/1' }],
  ['generate-content', { contents, generationConfig: { responseModalities: ['IMAGE'] } }],
  ['generate-content', { contents: [{ parts: [{ executableCode: { code: 'x' } }] }] }],
])('what no other protocol of %s has is no reason not to count: %j', (name, asked) => {
  const { passage, codec } = dialects[name];
  const body = { model: 'm', ...asked };
  const facts = { model: 'm', stream: false };
  const bytes = Buffer.from(JSON.stringify(body));
  const tokens = countAsked(passage.readRequest(bytes, facts), () => codec.decodeRequest(body, facts));
  expect(tokens).toBe(Math.ceil(bytes.length / 4));
});

test('what is no request is not counted', () => {
  const body = { model: 'm', messages: [{ role: 'nobody', content: 'x' }] };
  const facts = { model: 'm', stream: false };
  const { passage, codec } = dialects.messages;
  const request = passage.readRequest(Buffer.from(JSON.stringify(body)), facts);
  expect(() => countAsked(request, () => codec.decodeRequest(body, facts))).toThrow('messages[0].role');
});

test('a huge body is not parsed to be counted', () => {
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [], user: 'x'.repeat(5_000_000) }));
  const request = chat.passage.readRequest(body, { model: 'm', stream: false });
  const canon = () => {
    throw new Error('It was parsed');
  };
  expect(countInput(request, canon)).toBe(Math.ceil(body.length / 4));
});

test.each<[unknown, number]>([
  ['Hello there', 2],
  [['Hello there', 'Hello there'], 5],
  // Which tokens they are only one vocabulary knows, how many they are anybody.
  [[1_212, 1_354], 2],
  [[[1_212, 1_354], [100_000]], 3],
  // Neither is one: such a body counts by its size.
  [[[1_212], 'Hello'], 10],
])('what is to be embedded counts: %j', (input, tokens) => {
  const value = { model: 'm', input };
  const request = readRequest(Buffer.from(JSON.stringify(value)), { model: 'm', stream: false });
  expect(countEmbedded(request, () => embedding.decodeRequest(value, 'm'))).toBe(tokens);
});

const numbers = Array.from({ length: 1_000_000 }, (_, index) => 10_000 + (index % 90_000));

test('numbers of tokens count as so many, however long they are to write', () => {
  const value = { model: 'm', input: numbers };
  const request = readRequest(Buffer.from(JSON.stringify(value)), { model: 'm', stream: false });
  expect(countEmbedded(request, () => embedding.decodeRequest(value, 'm'))).toBe(numbers.length);
});

test.each<[unknown, number]>([
  ['Hello there', 2],
  [[1_212, 1_354], 2],
  [[[1_212, 1_354], [100_000]], 3],
])('a prompt to complete counts: %j', (prompt, tokens) => {
  const value = { model: 'm', prompt };
  const request = readCompletion(Buffer.from(JSON.stringify(value)));
  const canon = () => completions.decodeRequest(value, { model: 'm', stream: false });
  expect(countInput(request, canon)).toBe(tokens);
});
