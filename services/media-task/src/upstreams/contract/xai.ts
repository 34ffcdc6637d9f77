import type { Reference } from '../../families/wish.ts';
import { xai as upstream } from '../xai.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function task(status: string, more: object = {}): Said {
  return { json: { status, model: 'grok-imagine-video', ...more } };
}

function error(status: number, code: string): Said {
  return { status, json: { code, error: 'No.' } };
}

const badKey = {
  code: 'Client specified an invalid argument',
  error: 'Incorrect API key provided: xa***ey. You can obtain an API key from https://console.x.ai.',
};

/** As https://github.com/continuedev/continue/issues/10373 quotes it. */
const spent =
  'Your team 00000000-0000-4000-8000-000000000001 has either used all available credits or reached its monthly spending limit.';

function image(role: Reference['role'], name: string): Reference {
  return { kind: 'image', role, source: { url: `https://files.test/${name}.png` } };
}

const references = (count: number) =>
  Array.from({ length: count }, (_, index) => image('reference', `image-${index}`));
const video = { url: 'https://vidgen.test/film.mp4', duration: 8, respect_moderation: true };

export const xai: Contract = {
  upstream,
  account: {
    provider: 'xai',
    baseUrl: 'https://xai.test/v1',
    key: 'xai-key',
    region: '',
    apiVersion: '',
  },
  model: 'grok-imagine-video',
  wish: defaultWish,
  says: ['"duration":8', '"resolution":"480p"', '"aspect_ratio":"16:9"', '"model":"grok-imagine-video"'],
  renders: [
    {
      name: 'an image as the first frame',
      wish: { references: [image('first_frame', 'first')] },
      says: ['"image":{"url":"https://files.test/first.png"}'],
    },
    {
      name: 'the bytes of an image',
      wish: {
        references: [
          {
            ...{ kind: 'image', role: 'first_frame' },
            source: { bytes: Buffer.from('a picture'), type: 'image/png' },
          },
        ],
      },
      says: ['"image":{"url":"data:image/png;base64,YSBwaWN0dXJl"}'],
    },
    {
      name: 'references',
      wish: { references: references(7), secondsMs: 10_000 },
      says: ['"reference_images":[{"url":"https://files.test/image-0.png"},', '"duration":10'],
    },
    {
      name: 'a size as the ratio and the resolution that it has',
      wish: { size: { width: 720, height: 1_280 } },
      says: ['"resolution":"720p"', '"aspect_ratio":"9:16"'],
    },
    {
      name: 'an image in its own shape, at the resolution of a size',
      wish: { size: { width: 720, height: 1_280 }, references: [image('first_frame', 'first')] },
      says: ['"resolution":"720p","image":'],
    },
    {
      name: '1080p to the models that have it',
      wish: { resolution: '1080p' },
      model: 'grok-imagine-video-1.5',
      says: ['"resolution":"1080p"'],
    },
  ],
  rendersNot: [
    { name: 'half seconds', wish: { secondsMs: 1_500 }, param: 'duration' },
    { name: 'more than 15 seconds', wish: { secondsMs: 16_000 }, param: 'duration' },
    { name: 'other sizes', wish: { size: { width: 1_024, height: 1_792 } }, param: 'size' },
    {
      name: 'more than 10 seconds from references',
      wish: { secondsMs: 11_000, references: references(1) },
      param: 'duration',
    },
    { name: '1080p by models that have it not', wish: { resolution: '1080p' }, param: 'resolution' },
    { name: 'other ratios', wish: { ratio: '21:9' }, param: 'aspect_ratio' },
    { name: 'more than 7 references', wish: { references: references(8) }, param: 'images' },
    {
      name: 'references beside an image',
      wish: { references: [image('first_frame', 'first'), ...references(1)] },
      param: 'images',
    },
    { name: 'a last frame', wish: { references: [image('last_frame', 'last')] }, param: 'images' },
    {
      name: 'files of a library',
      wish: { references: [{ kind: 'image', role: 'first_frame', source: { asset: 'asset://one' } }] },
      param: 'image',
    },
    { name: 'a prompt that is too long', wish: { prompt: 'a'.repeat(4_097) }, param: 'prompt' },
  ],
  created: { said: { json: { request_id: 'd97415a1-5796-b7ec' } }, upstreamId: 'd97415a1-5796-b7ec' },
  refusals: [
    {
      name: 'a bad parameter',
      said: error(400, 'Client specified an invalid argument'),
      blame: 'request',
    },
    {
      name: 'a prompt it does not want',
      said: error(400, 'imagine:content-moderated'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a key that is no argument', said: { status: 400, json: badKey }, blame: 'credential' },
    { name: 'a bad key', said: error(401, 'Unauthenticated'), blame: 'credential' },
    {
      name: 'a team without rights',
      said: error(403, 'The caller does not have permission'),
      blame: 'credential',
    },
    {
      name: 'spent credits, as if there were too many requests',
      said: { status: 429, json: { code: 'Some resource has been exhausted', error: spent } },
      blame: 'credential',
    },
    { name: 'a model it has not', said: error(404, 'Some requested entity'), blame: 'unavailable' },
    {
      name: 'too many requests',
      said: { ...error(429, 'Some resource has been exhausted'), headers: { 'retry-after': '3' } },
      blame: 'busy',
    },
  ],
  words: [
    { word: 'no word yet', said: { json: {} }, report: { kind: 'queued' } },
    { word: 'no word yet, under 202', said: { status: 202, json: {} }, report: { kind: 'queued' } },
    { word: 'pending', said: task('pending'), report: { kind: 'running' } },
    {
      word: 'pending with progress',
      said: task('pending', { progress: 40 }),
      report: { kind: 'running', progress: 40 },
    },
    {
      word: 'done',
      said: task('done', { video }),
      report: {
        kind: 'succeeded',
        result: { media: [{ kind: 'video', url: video.url }], secondsMs: 8_000 },
      },
    },
    {
      word: 'a result without a word',
      said: { json: { video, model: 'grok-imagine-video' } },
      report: { kind: 'succeeded', result: { media: [{ kind: 'video', url: video.url }], secondsMs: 8_000 } },
    },
    {
      word: 'done, and held back',
      said: task('done', { video: { ...video, respect_moderation: false } }),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    { word: 'expired', said: task('expired'), report: { kind: 'failed', code: 'upstream_timeout' } },
    {
      word: 'failed',
      said: task('failed', { error: { code: 'internal_error', message: 'It broke.' } }),
      report: { kind: 'failed', code: 'internal_error', message: 'It broke.' },
    },
  ],
  unknown: [task('reticulating'), task('completed', { video })],
  moderated: error(400, 'imagine:content-moderated'),
  missing: [error(404, 'Some requested entity was not found')],
  withoutMedia: task('done', { video: { duration: 8, respect_moderation: true } }),
};
