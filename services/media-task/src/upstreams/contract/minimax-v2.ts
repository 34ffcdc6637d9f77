import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Reference } from '../../families/wish.ts';
import { miniMaxV2 as upstream } from '../minimax-v2.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function task(status: string, more: object = {}): Said {
  return { json: { task: { id: '4240109', model: 'MiniMax-H3', status, ...more } } };
}

function error(status: number, type: string): Said {
  return { status, json: { type: 'error', error: { type, message: 'No.', http_code: String(status) } } };
}

function one(kind: Reference['kind'], role: Reference['role'] = 'reference'): Reference {
  return { kind, role, source: { url: `https://files.test/${role}-${kind}` } };
}

const content = { url: 'https://minimax.test/film.mp4' };

/** What is billed for so many seconds in all. */
function succeeded(totalSeconds: number | undefined): Said {
  const usage = { total_seconds: totalSeconds, output_seconds: 5 };
  return task('succeeded', { content, ...(totalSeconds !== undefined && { usage }) });
}

function billed(seconds: number, images = 0) {
  const metered = [
    { unit: MeteredUnit.SECOND, variant: '768P', quantity: BigInt(seconds * 1_000) },
    { unit: MeteredUnit.IMAGE, variant: 'input', quantity: BigInt(images) },
  ].filter(({ quantity }) => quantity > 0n);
  return { kind: 'succeeded' as const, usage: Usage.fromPartial({ calls: 1n, metered }) };
}

const withVideo = { references: [one('video')] };

export const miniMaxV2: Contract = {
  upstream,
  account: {
    provider: 'minimax-v2',
    baseUrl: 'https://minimax.test/v2',
    key: 'minimax-key',
    region: '',
    apiVersion: '',
  },
  model: 'MiniMax-H3',
  wish: defaultWish,
  says: ['"duration":5', '"resolution":"768P"', '"ratio":"16:9"', '"model":"MiniMax-H3"'],
  renders: [
    {
      name: 'a size as the ratio and the resolution that it has',
      wish: { size: { width: 768, height: 1_366 } },
      says: ['"resolution":"768P"', '"ratio":"9:16"'],
    },
    {
      name: 'a frame in its own shape, at the resolution of a size',
      wish: { size: { width: 768, height: 1_366 }, references: [one('image', 'first_frame')] },
      says: ['"resolution":"768P"', '"ratio":"adaptive"'],
    },
    {
      name: 'frames in their roles',
      wish: { references: [one('image', 'first_frame'), one('image', 'last_frame')] },
      says: [
        '"image_url":{"url":"https://files.test/first_frame-image"},"role":"first_frame"',
        '"image_url":{"url":"https://files.test/last_frame-image"},"role":"last_frame"',
        '"ratio":"adaptive"',
      ],
    },
    {
      name: 'references of three kinds',
      wish: { references: [one('image'), one('video'), one('audio')], resolution: '2K', ratio: '9:16' },
      says: [
        '"type":"image_url","image_url":{"url":"https://files.test/reference-image"},"role":"reference_image"',
        '"type":"video_url","video_url":{"url":"https://files.test/reference-video"},"role":"reference_video"',
        '"type":"audio_url","audio_url":{"url":"https://files.test/reference-audio"},"role":"reference_audio"',
        '"resolution":"2K"',
        '"ratio":"9:16"',
      ],
    },
  ],
  rendersNot: [
    { name: 'other sizes', wish: { size: { width: 720, height: 1_280 } }, param: 'size' },
    { name: 'less than 4 seconds', wish: { secondsMs: 3_000 }, param: 'duration' },
    { name: 'more than 15 seconds', wish: { secondsMs: 16_000 }, param: 'duration' },
    { name: 'half seconds', wish: { secondsMs: 4_500 }, param: 'duration' },
    { name: 'other resolutions', wish: { resolution: '720p' }, param: 'resolution' },
    { name: 'any ratio of text alone', wish: { ratio: 'adaptive' }, param: 'ratio' },
    { name: 'other ratios', wish: { ratio: '3:2' }, param: 'ratio' },
    {
      name: 'references beside frames',
      wish: { references: [one('image', 'first_frame'), one('video')] },
      param: 'referenceVideos',
    },
    {
      name: 'two first frames',
      wish: { references: [one('image', 'first_frame'), one('image', 'first_frame')] },
      param: 'first_image',
    },
    {
      name: 'more than 9 images',
      wish: { references: Array.from({ length: 10 }, () => one('image')) },
      param: 'referenceImages',
    },
    { name: 'sound alone', wish: { references: [one('audio')] }, param: 'referenceAudios' },
    {
      name: 'the bytes of films',
      wish: {
        references: [
          { kind: 'video', role: 'reference', source: { bytes: Buffer.from('a'), type: 'video/mp4' } },
        ],
      },
      param: 'referenceVideos',
    },
    {
      name: 'files of a library',
      wish: { references: [{ kind: 'image', role: 'reference', source: { asset: 'asset://one' } }] },
      param: 'referenceImages',
    },
    { name: 'a prompt that is too long', wish: { prompt: 'a'.repeat(7_001) }, param: 'prompt' },
  ],
  created: { said: { json: { task_id: '4240109' } }, upstreamId: '4240109' },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'bad_request_error'), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: error(422, 'unprocessable_entity_error'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad key', said: error(401, 'authorized_error'), blame: 'credential' },
    { name: 'an empty account', said: error(402, 'insufficient_balance_error'), blame: 'credential' },
    {
      name: 'an empty account, as if there were too many requests',
      said: error(429, 'insufficient_balance_error'),
      blame: 'credential',
    },
    {
      name: 'too many requests',
      said: { ...error(429, 'rate_limit_error'), headers: { 'retry-after': '5' } },
      blame: 'busy',
    },
  ],
  words: [
    { word: 'queued', said: task('queued'), report: { kind: 'queued' } },
    { word: 'running', said: task('running'), report: { kind: 'running' } },
    {
      word: 'succeeded',
      said: succeeded(5),
      report: {
        ...billed(5),
        result: { media: [{ kind: 'video', url: content.url }], secondsMs: 5_000 },
      },
    },
    { word: 'the seconds of a film that came along', said: succeeded(9), report: billed(9), wish: withVideo },
    {
      word: 'a sixth image',
      said: succeeded(5),
      report: billed(5, 1),
      wish: { references: Array.from({ length: 6 }, () => one('image')) },
    },
    { word: 'more seconds than were held', said: succeeded(40), report: billed(20), wish: withVideo },
    { word: 'more seconds than nothing could cost', said: succeeded(40), report: billed(5) },
    { word: 'fewer seconds than were asked for', said: succeeded(0), report: billed(5), wish: withVideo },
    { word: 'no seconds', said: succeeded(undefined), report: billed(5), wish: withVideo },
    {
      word: 'failed',
      said: task('failed', { error: { code: '1000', message: 'It broke.' } }),
      report: { kind: 'failed', code: 'internal_error', message: 'It broke.' },
    },
    {
      word: 'failed for its content',
      said: task('failed', { error: { code: '1027', message: 'No.' } }),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    { word: 'cancelled', said: task('cancelled'), report: { kind: 'failed', code: 'cancelled' } },
    { word: 'expired', said: task('expired'), report: { kind: 'failed', code: 'upstream_timeout' } },
  ],
  unknown: [task('reticulating'), { json: { task: { id: '4240109' } } }, { json: {} }],
  missing: [error(404, 'bad_request_error')],
  withoutMedia: task('succeeded', { content: {} }),
};
