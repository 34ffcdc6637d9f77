import { kling as upstream } from '../kling.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function task(status: string, more: object = {}): Said {
  const data = { task_id: '8001', task_status: status, created_at: 1_700_000_000_000, ...more };
  return { json: { code: 0, message: 'SUCCEED', request_id: 'r', data } };
}

function error(status: number, code: number, headers = {}): Said {
  return { status, headers, json: { code, message: 'No.', request_id: 'r' } };
}

const updated_at = 1_700_000_000_000;
const expiresAt = updated_at + 30 * 24 * 3_600_000;
const url = 'https://files.test/film.mp4?sign=1';

export const kling: Contract = {
  upstream,
  account: {
    provider: 'kling',
    baseUrl: 'https://kling.test/v1',
    key: 'access-key:secret-key',
    region: '',
    apiVersion: '',
  },
  model: 'kling-v1-6',
  wish: defaultWish,
  says: ['"duration":"5"', '"mode":"std"', '"aspect_ratio":"16:9"', '"model_name":"kling-v1-6"'],
  created: { said: task('submitted'), upstreamId: '8001' },
  refusals: [
    { name: 'a bad parameter', said: error(400, 1201), blame: 'request' },
    { name: 'a bad parameter under 200', said: error(200, 1201), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: error(400, 1301),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad signature', said: error(401, 1000), blame: 'credential' },
    { name: 'a clock that is wrong', said: error(401, 1003), blame: 'credential' },
    { name: 'a pack that is used up', said: error(429, 1102), blame: 'credential' },
    { name: 'an address that is not allowed', said: error(429, 1304), blame: 'credential' },
    { name: 'a model it has not', said: error(404, 1203), blame: 'unavailable' },
    { name: 'too many requests', said: error(429, 1302, { 'retry-after': '7' }), blame: 'busy' },
    { name: 'as many tasks as the pack allows', said: error(429, 1303), blame: 'busy' },
  ],
  words: [
    { word: 'submitted', said: task('submitted'), report: { kind: 'queued' } },
    { word: 'processing', said: task('processing'), report: { kind: 'running' } },
    {
      word: 'succeed',
      said: task('succeed', {
        updated_at,
        task_result: { videos: [{ id: 'f8001', url, duration: '5.1' }] },
      }),
      report: {
        kind: 'succeeded',
        result: { media: [{ kind: 'video', url, expiresAt, upstreamId: 'f8001' }], secondsMs: 5_100 },
      },
    },
    {
      word: 'succeed with images',
      said: task('succeed', {
        updated_at,
        task_result: {
          images: [
            { index: 0, url },
            { index: 1, url },
          ],
        },
      }),
      report: {
        kind: 'succeeded',
        result: {
          media: [
            { kind: 'image', url, expiresAt },
            { kind: 'image', url, expiresAt },
          ],
        },
      },
    },
    {
      word: 'failed, with its reason in the task alone',
      said: task('failed', { task_status_msg: 'Image pixel is invalid' }),
      report: { kind: 'failed', code: 'internal_error', message: 'Image pixel is invalid' },
    },
    {
      word: 'failed for its content',
      said: task('failed', { task_status_msg: 'Failure to pass the risk control system' }),
      report: {
        kind: 'failed',
        code: 'content_policy_violation',
        message: 'Failure to pass the risk control system',
      },
    },
  ],
  unknown: [task('reticulating'), { json: { code: 0, message: 'SUCCEED', data: { task_id: '8001' } } }],
  withoutMedia: task('succeed'),
};
