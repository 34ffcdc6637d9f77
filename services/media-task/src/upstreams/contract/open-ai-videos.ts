import type { Reference } from '../../families/wish.ts';
import { openAiVideos as upstream } from '../open-ai-videos.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function video(status: string, more: object = {}): Said {
  return { json: { id: 'video_1', object: 'video', model: 'sora-2', status, progress: 0, ...more } };
}

function error(status: number, code: string | null, headers = {}): Said {
  return {
    status,
    headers,
    json: { error: { message: 'No.', type: 'invalid_request_error', param: null, code } },
  };
}

function image(role: Reference['role']): Reference {
  return { kind: 'image', role, source: { bytes: Buffer.from('a picture'), type: 'image/png' } };
}

export const openAiVideos: Contract = {
  upstream,
  account: {
    provider: 'openai',
    baseUrl: 'https://openai.test/v1',
    key: 'sora-key',
    region: '',
    apiVersion: '',
  },
  model: 'sora-2',
  wish: defaultWish,
  says: ['name="seconds"\r\n\r\n4\r\n', 'name="size"\r\n\r\n720x1280\r\n', 'name="model"\r\n\r\nsora-2\r\n'],
  renders: [
    {
      name: 'a ratio as the size that it stands for',
      wish: { ratio: '16:9', resolution: '720p' },
      says: ['name="size"\r\n\r\n1280x720\r\n'],
    },
  ],
  rendersNot: [
    { name: 'other ratios', wish: { ratio: '1:1' }, param: 'aspect_ratio' },
    { name: 'other resolutions', wish: { resolution: '1080p' }, param: 'resolution' },
    {
      name: 'two frames',
      wish: { references: [image('first_frame'), image('last_frame')] },
      param: 'input_reference',
    },
    {
      name: 'several images',
      wish: { references: [image('reference'), image('reference')] },
      param: 'input_reference',
    },
    {
      name: 'films',
      wish: { references: [{ ...image('reference'), kind: 'video' }] },
      param: 'input_reference',
    },
    { name: 'other lengths', wish: { secondsMs: 5_000 }, param: 'seconds' },
    { name: 'the sizes of other models', wish: { size: { width: 1_024, height: 1_792 } }, param: 'size' },
  ],
  created: { said: video('queued'), upstreamId: 'video_1' },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'invalid_value'), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: error(400, 'moderation_blocked'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad key', said: error(401, 'invalid_api_key'), blame: 'credential' },
    {
      name: 'an account that has spent what it may',
      said: error(400, 'billing_hard_limit_reached'),
      blame: 'credential',
    },
    {
      name: 'an account that has nothing left, as if there were too many requests',
      said: error(429, 'insufficient_quota'),
      blame: 'credential',
    },
    {
      name: 'an account that is not paid for, likewise',
      said: error(429, 'billing_not_active'),
      blame: 'credential',
    },
    { name: 'a model it has not', said: error(404, 'model_not_found'), blame: 'unavailable' },
    {
      name: 'too many requests',
      said: error(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
      blame: 'busy',
    },
  ],
  words: [
    { word: 'queued', said: video('queued'), report: { kind: 'queued', progress: 0 } },
    {
      word: 'in_progress',
      said: video('in_progress', { progress: 40 }),
      report: { kind: 'running', progress: 40 },
    },
    {
      word: 'completed',
      said: video('completed', { progress: 100, expires_at: 1_700_000_000 }),
      report: {
        kind: 'succeeded',
        result: { media: [{ kind: 'video', expiresAt: 1_700_000_000_000 }] },
      },
    },
    {
      word: 'completed with an error, by relays of other vendors',
      said: video('completed', { error: { code: 'moderation_blocked', message: 'No.' } }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'No.' },
    },
    {
      word: 'completed with an error that has no code',
      said: video('completed', { error: { code: null, message: 'No.' } }),
      report: { kind: 'failed', code: 'internal_error', message: 'No.' },
    },
    {
      word: 'failed',
      said: video('failed', { error: { code: 'internal_error', message: 'It broke.' } }),
      report: { kind: 'failed', code: 'internal_error', message: 'It broke.' },
    },
    {
      word: 'failed for its content',
      said: video('failed', { error: { code: 'moderation_blocked', message: 'No.' } }),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
  ],
  unknown: [video('reticulating'), { json: { id: 'video_1' } }],
  missing: [error(404, null)],
};
