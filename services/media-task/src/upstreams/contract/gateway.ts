import type { Media } from '../../task/task.ts';
import { gateway as upstream } from '../gateway.ts';
import type { Report } from '../upstream.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

/** As this gateway wraps a task, and as it shows one as an object. */
function record(status: string, more: object = {}): Said {
  return { json: { code: 'success', message: '', data: { task_id: 'task_other', status, ...more } } };
}

function object(status: string, more: object = {}): Said {
  return { json: { id: 'task_other', object: 'video', status, progress: 0, ...more } };
}

function wrapped(status: number, code: string, headers = {}): Said {
  return { status, headers, json: { code, message: 'No.', data: null } };
}

function enveloped(status: number, code: string): Said {
  return { status, json: { error: { message: 'No.', type: 'new_api_error', param: '', code } } };
}

const url = 'https://gateway.test/v1/videos/task_other/content';

function made(media: Media = { kind: 'video', url }): Partial<Report> & Pick<Report, 'kind'> {
  return { kind: 'succeeded', result: { media: [media] } };
}

export const gateway: Contract = {
  upstream,
  account: {
    provider: 'gateway',
    baseUrl: 'https://gateway.test/v1',
    key: 'sk-another-gateway',
    region: '',
    apiVersion: '',
  },
  model: 'their-model',
  wish: { ...defaultWish, family: 'V7' },
  says: ['"duration":5', '"seconds":"5"', '"resolution":"720p"', '"model":"their-model"'],
  created: { said: object('queued', { task_id: 'task_other' }), upstreamId: 'task_other' },
  refusals: [
    { name: 'a bad parameter', said: enveloped(400, 'invalid_request'), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: wrapped(400, 'content_policy_violation'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad key', said: wrapped(401, 'invalid_api_key'), blame: 'credential' },
    { name: 'an empty account', said: enveloped(402, 'insufficient_user_quota'), blame: 'credential' },
    { name: 'a model it has no channel for', said: enveloped(503, 'model_not_found'), blame: 'unavailable' },
    {
      name: 'too many requests',
      said: wrapped(429, 'too_many_requests', { 'retry-after': '7' }),
      blame: 'busy',
    },
  ],
  words: [
    { word: 'queued', said: record('queued'), report: { kind: 'queued' } },
    { word: 'processing', said: record('processing'), report: { kind: 'running' } },
    { word: 'NOT_START', said: record('NOT_START', { progress: '0%' }), report: { kind: 'queued' } },
    { word: 'SUBMITTED', said: record('SUBMITTED'), report: { kind: 'queued' } },
    {
      word: 'IN_PROGRESS',
      said: record('IN_PROGRESS', { progress: '30%', data: { status: 'SUCCESS' } }),
      report: { kind: 'running', progress: 30 },
    },
    {
      word: 'in_progress',
      said: object('in_progress', { progress: 40 }),
      report: { kind: 'running', progress: 40 },
    },
    {
      word: 'succeeded',
      said: record('succeeded', { url, metadata: { duration: 5, width: 1_280, height: 720, fps: 24 } }),
      report: {
        kind: 'succeeded',
        result: { media: [{ kind: 'video', url }], secondsMs: 5_000, width: 1_280, height: 720, fps: 24 },
      },
    },
    { word: 'SUCCESS', said: record('SUCCESS', { result_url: url }), report: made() },
    {
      word: 'SUCCESS by the reason of a failure',
      said: record('SUCCESS', { fail_reason: url, progress: '100%' }),
      report: made(),
    },
    {
      word: 'SUCCESS with words for a reason',
      said: record('SUCCESS', { fail_reason: 'none' }),
      report: { kind: 'succeeded', result: { media: [] } },
    },
    { word: 'completed by video_url', said: object('completed', { video_url: url }), report: made() },
    { word: 'completed by url', said: object('completed', { url }), report: made() },
    { word: 'completed by metadata', said: object('completed', { metadata: { url } }), report: made() },
    { word: 'completed by data', said: object('completed', { data: { url } }), report: made() },
    { word: 'completed by output', said: object('completed', { output: { url } }), report: made() },
    { word: 'completed by video', said: object('completed', { video: { url } }), report: made() },
    {
      word: 'completed by a path',
      said: object('completed', { url: '/v1/videos/task_other/content' }),
      report: made(),
    },
    {
      word: 'completed without an address',
      said: object('completed', { expires_at: 1_700_000_000 }),
      report: made({ kind: 'video', expiresAt: 1_700_000_000_000 }),
    },
    {
      word: 'completed with an error',
      said: object('completed', { error: { code: 'moderation_blocked', message: 'No.' } }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'No.' },
    },
    {
      word: 'completed with an error that has no code',
      said: object('completed', { error: { code: '', message: 'No.' } }),
      report: { kind: 'failed', code: 'internal_error', message: 'No.' },
    },
    {
      word: 'completed with an error that is a text',
      said: object('completed', { error: 'No.' }),
      report: { kind: 'failed', code: 'internal_error', message: 'No.' },
    },
    { word: 'completed with no error', said: object('completed', { url, error: {} }), report: made() },
    {
      word: 'completed with an error that says nothing',
      said: object('completed', { url, error: { code: '', message: '' } }),
      report: made(),
    },
    {
      word: 'failed',
      said: record('failed', { error: { code: 'content_policy_violation', message: 'No.' } }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'No.' },
    },
    {
      word: 'FAILURE',
      said: record('FAILURE', { fail_reason: 'It broke.' }),
      report: { kind: 'failed', code: 'internal_error', message: 'It broke.' },
    },
  ],
  unknown: [record(''), object('unknown'), record('reticulating'), { json: { code: 'success' } }],
  withoutMedia: record('succeeded', { url: 'data:video/mp4;base64,AAAA' }),
};
