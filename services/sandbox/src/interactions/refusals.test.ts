import { expect, test } from 'vitest';
import { readCreate } from './read-create.ts';

const image = { type: 'image', data: 'AAAA', mime_type: 'image/png' };
const video = { type: 'video', uri: 'https://example.com/a.mp4' };

function read(body: object, model = 'gemini-omni-flash-preview') {
  return readCreate(Buffer.from(JSON.stringify({ model, input: 'a cat', ...body })), model);
}

test.each<[string, object]>([
  ['a name that there is not', { aspect_ratio: '16:9' }],
  ['nothing to go by', { input: '' }],
  ['six pictures', { input: Array.from({ length: 6 }, () => image) }],
  ['two films', { input: [video, video] }],
  ['a picture in two ways', { input: [{ ...image, uri: 'https://example.com/a.png' }] }],
  ['a picture that is a film', { input: [{ ...image, mime_type: 'video/mp4' }] }],
  ['a part of another API', { input: [{ type: 'text', text: 'x', inlineData: {} }] }],
  ['text for an answer', { response_modalities: ['text'] }],
  ['a square', { response_format: { type: 'video', aspect_ratio: '1:1' } }],
  ['seconds as a number', { response_format: { type: 'video', duration: 5 } }],
  ['two seconds', { response_format: { type: 'video', duration: '2s' } }],
  ['eleven seconds', { response_format: { type: 'video', duration: '11s' } }],
  ['more than the preview can', { response_format: { type: 'video', resolution: '1080p' } }],
  ['a task that there is not', { generation_config: { video_config: { task: 'dance' } } }],
  ['a background that is not stored', { background: true, store: false }],
])('%s is refused', (_, body) => {
  expect(read(body)).toMatchObject({ type: 'refused', error: { status: 400, word: 'INVALID_ARGUMENT' } });
});

test('five pictures, a film and words are taken, and 15 seconds by the newest model', () => {
  const input = [{ type: 'text', text: 'a cat' }, image, image, image, image, image, video];
  expect(read({ input })).toMatchObject({ value: { prompt: 'a cat', images: 5, videos: 1 } });
  const format = { response_format: [{ type: 'video', duration: '15s', resolution: '4k' }] };
  expect(read(format, 'gemini-omni-1.2-flash')).toMatchObject({ value: { shape: { seconds: 15 } } });
});
