import { ark as upstream } from '../ark.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function task(status: string, more: object = {}): Said {
  return { json: { id: 'cgt-1', model: 'seedance', status, ...more } };
}

function failed(code: string): Said {
  return task('failed', { error: { code, message: 'The render failed.' } });
}

function error(status: number, code: string): Said {
  return { status, json: { error: { code, message: 'No.', type: 'BadRequest' } } };
}

const content = { video_url: 'https://tos.test/film.mp4?sign=1' };

export const ark: Contract = {
  upstream,
  account: {
    provider: 'ark',
    baseUrl: 'https://ark.test/api/v3',
    key: 'ark-key',
    region: '',
    apiVersion: '',
  },
  model: 'doubao-seedance-2-0-260128',
  wish: defaultWish,
  says: ['"duration":5', '"resolution":"720p"', '"ratio":"16:9"', '"model":"doubao-seedance-2-0-260128"'],
  renders: [
    {
      name: 'frames and references in their roles',
      wish: {
        references: [
          { kind: 'image', role: 'last_frame', source: { url: 'https://files.test/last.png' } },
          { kind: 'video', role: 'reference', source: { asset: 'asset://film-1' } },
        ],
      },
      says: [
        '"image_url":{"url":"https://files.test/last.png"},"role":"last_frame"',
        '"video_url":{"url":"asset://film-1"},"role":"reference_video"',
        '"ratio":"adaptive"',
      ],
    },
    {
      name: 'a size as the ratio and the resolution that it has',
      wish: { size: { width: 480, height: 854 } },
      says: ['"resolution":"480p"', '"ratio":"9:16"'],
    },
    {
      name: 'a frame in its own shape, at the resolution of a size',
      wish: {
        size: { width: 480, height: 854 },
        references: [{ kind: 'image', role: 'first_frame', source: { url: 'https://files.test/first.png' } }],
      },
      says: ['"resolution":"480p"', '"ratio":"adaptive"'],
    },
  ],
  rendersNot: [
    { name: 'half seconds', wish: { secondsMs: 4_500 }, param: 'duration' },
    { name: 'more than 15 seconds', wish: { secondsMs: 16_000 }, param: 'duration' },
    { name: 'other resolutions', wish: { resolution: '4k' }, param: 'resolution' },
    { name: 'other sizes', wish: { size: { width: 1_024, height: 1_792 } }, param: 'size' },
    { name: 'sizes of other shapes', wish: { size: { width: 720, height: 1_000 } }, param: 'size' },
  ],
  created: { said: { json: { id: 'cgt-1' } }, upstreamId: 'cgt-1' },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'InvalidParameter'), blame: 'request' },
    {
      name: 'a text it does not want',
      said: error(400, 'InputTextSensitiveContentDetected'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    {
      name: 'an image that the account’s own risk detection does not want',
      said: error(400, 'InputImageRiskDetection'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad key', said: error(401, 'AuthenticationError'), blame: 'credential' },
    { name: 'an account in arrears', said: error(403, 'AccountOverdueError'), blame: 'credential' },
    {
      name: 'an endpoint of the account that is closed',
      said: error(400, 'InvalidEndpoint.ClosedEndpoint'),
      blame: 'unavailable',
    },
    { name: 'too many requests', said: error(429, 'RateLimitExceeded.Tasks'), blame: 'busy' },
  ],
  words: [
    { word: 'queued', said: task('queued'), report: { kind: 'queued' } },
    { word: 'running', said: task('running'), report: { kind: 'running' } },
    {
      word: 'succeeded',
      said: task('succeeded', {
        content,
        duration: 5,
        framespersecond: 24,
        updated_at: 1_700_000_000,
        usage: { completion_tokens: 108_000 },
      }),
      report: {
        kind: 'succeeded',
        result: {
          media: [{ kind: 'video', url: content.video_url, expiresAt: (1_700_000_000 + 86_400) * 1_000 }],
          secondsMs: 5_000,
          fps: 24,
        },
      },
    },
    {
      word: 'failed',
      said: failed('InternalServiceError'),
      report: { kind: 'failed', code: 'internal_error' },
    },
    {
      word: 'failed for its content',
      said: failed('OutputVideoSensitiveContentDetected'),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    {
      word: 'failed for its content, as risk detection tells',
      said: failed('OutputImageRiskDetection'),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    {
      word: 'failed for a named parameter',
      said: failed('InvalidParameter.TaskTypeConstraint'),
      report: { kind: 'failed', code: 'invalid_parameter' },
    },
    { word: 'cancelled', said: task('cancelled'), report: { kind: 'failed', code: 'cancelled' } },
    { word: 'expired', said: task('expired'), report: { kind: 'failed', code: 'upstream_timeout' } },
  ],
  unknown: [task('reticulating'), { json: { id: 'cgt-1' } }],
  missing: [error(404, 'TaskNotFound')],
  withoutMedia: task('succeeded', { content: {} }),
};
