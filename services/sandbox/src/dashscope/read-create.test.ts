import { expect, test } from 'vitest';
import { readCreate } from './read-create.ts';

const image = 'https://example.com/a.png';
const frame = { type: 'first_frame', url: image };

function read(model: string, input: object, parameters: object = {}, service = 'video-generation') {
  return readCreate(Buffer.from(JSON.stringify({ model, input, parameters })), service);
}

test.each<[string, object, object?, string?]>([
  ['wan2.6-t2v', {}],
  ['wan2.6-t2v', { prompt: 'x'.repeat(1_501) }],
  ['wan2.6-t2v', { prompt: 'x' }, { size: '1280x720' }],
  ['wan2.6-t2v', { prompt: 'x' }, { size: '832*480' }],
  ['wan2.6-t2v', { prompt: 'x' }, { duration: 16 }],
  ['wan2.6-t2v', { prompt: 'x' }, { duration: '5' }],
  ['wan2.6-t2v', { prompt: 'x' }, {}, 'image2video'],
  ['wan2.5-t2v-preview', { prompt: 'x' }, { duration: 7 }],
  ['wan2.2-t2v-plus', { prompt: 'x' }, { duration: 10 }],
  ['wan2.2-t2v-plus', { prompt: 'x' }, { size: '1280*720' }],
  ['wan2.6-t2v', { prompt: 'x' }, { seed: -1 }],
  ['wan2.6-t2v', { prompt: 'x' }, { watermark: 'true' }],
  ['wan2.6-i2v', { prompt: 'x' }],
  ['wan2.6-i2v', { img_url: 'a.png' }],
  ['wan2.6-i2v', { img_url: image }, { resolution: '480P' }],
  ['wan2.2-kf2v-flash', { first_frame_url: image }, {}, 'image2video'],
  ['wan2.6-r2v', { prompt: 'x' }],
  ['wan2.7-t2v', { prompt: 'x'.repeat(5_001) }],
  ['wan2.7-t2v', { prompt: 'x' }, { resolution: '480P' }],
  ['wan2.7-t2v', { prompt: 'x' }, { ratio: '21:9' }],
  ['wan2.7-i2v', { img_url: image }],
  ['wan2.7-i2v', { media: [{ type: 'last_frame', url: image }] }],
  ['wan2.7-i2v', { media: [frame, frame] }],
  ['wan2.7-i2v', { media: [{ type: 'first_frame', url: 'a.png' }] }],
  ['wan3.0-video', {}],
  ['wan3.0-video', { prompt: 'x' }, { duration: 31 }],
  ['wan3.0-video', { media: [{ type: 'last_frame', url: image }] }],
  ['happyhorse-1.0-t2v', { prompt: 'x' }, { duration: 2 }],
  ['happyhorse-1.0-t2v', { prompt: 'x' }, { resolution: '480P' }],
  ['happyhorse-1.0-i2v', { img_url: image }],
  ['happyhorse-1.0-i2v', { media: [frame, { type: 'last_frame', url: image }] }],
])('%s does not take %j with %j', (model, input, parameters, service) => {
  expect(read(model, input, parameters, service)).toMatchObject({ code: 'InvalidParameter' });
});

test.each<[string, object, object, object, string?]>([
  ['wan2.6-t2v', { prompt: 'x' }, {}, { width: 1920, height: 1080, seconds: 5 }],
  [
    'wan2.5-t2v-preview',
    { prompt: 'x' },
    { size: '480*832', duration: 10 },
    { width: 480, height: 832, seconds: 10 },
  ],
  [
    'wan2.6-i2v-flash',
    { img_url: image },
    { resolution: '720P', duration: 2 },
    { width: 1280, height: 720, seconds: 2 },
  ],
  ['wan2.6-i2v', { img_url: image }, { size: '1280*720' }, { width: 1920, height: 1080, seconds: 5 }],
  ['wan2.7-t2v', { prompt: 'x' }, { size: '1280*720' }, { width: 1920, height: 1080, seconds: 5 }],
  [
    'wan2.7-t2v-2026-06-12',
    { prompt: 'x' },
    { resolution: '720P', ratio: '9:16' },
    { width: 720, height: 1280, seconds: 5 },
  ],
  [
    'wan2.7-i2v',
    { media: [frame, { type: 'last_frame', url: image }] },
    { resolution: '720P', duration: 15 },
    { width: 1280, height: 720, seconds: 15 },
  ],
  ['wan2.2-kf2v-flash', { first_frame_url: image, last_frame_url: image }, {}, { seconds: 5 }, 'image2video'],
  [
    'wan3.0-video',
    { prompt: 'x' },
    { resolution: '720P', ratio: '9:16', duration: 30 },
    { width: 720, height: 1280, seconds: 30 },
  ],
  ['wan3.0-video', { media: [frame] }, { resolution: '720P', ratio: '9:16' }, { width: 1280, height: 720 }],
  // A size is overlooked: what is rendered is the usual, and dearer than the size would be.
  [
    'happyhorse-1.0-t2v',
    { prompt: 'x' },
    { size: '720*1280', duration: 3 },
    { width: 1920, height: 1080, seconds: 3 },
  ],
  [
    'happyhorse-1.1-i2v',
    { media: [frame] },
    { resolution: '720P' },
    { width: 1280, height: 720, seconds: 5 },
  ],
])('%s takes %j with %j', (model, input, parameters, shape, service) => {
  expect(read(model, input, parameters, service)).toMatchObject({ model, shape });
});

test('models that there are not', () => {
  for (const model of ['wan9.9-t2v', 'wan2.6-t3v', 'wan3.0-t2v', 'happyhorse-1.0-kf2v', 'kling']) {
    expect(read(model, { prompt: 'x' })).toMatchObject({ status: 404, code: 'ModelNotFound' });
  }
});
