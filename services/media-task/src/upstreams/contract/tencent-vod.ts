import { tencentVod as upstream } from '../tencent-vod.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

const upstreamId = '251007502-AigcVideoTask-1t';

function detail(Status: string | undefined, task: object = {}): Said {
  const AigcVideoTask = { TaskId: upstreamId, Status, ErrCode: 0, ErrCodeExt: '', Message: '', ...task };
  return { json: { Response: { TaskType: 'AigcVideoTask', Status, AigcVideoTask, AigcImageTask: null } } };
}

function failed(ErrCode: number, ErrCodeExt: string): Said {
  return detail('FINISH', { ErrCode, ErrCodeExt, Message: 'The render failed.' });
}

/** Under 200, as all of the vendor's. */
function error(Code: string): Said {
  return { json: { Response: { Error: { Code, Message: 'No.' }, RequestId: 'r' } } };
}

const file = { FileType: 'mp4', FileUrl: 'http://vod.test/film.mp4?t=1', ExpireTime: '2026-11-28T12:00:00Z' };
const succeeded: Contract['words'][number]['report'] = {
  kind: 'succeeded',
  result: { media: [{ kind: 'video', url: file.FileUrl, expiresAt: Date.parse(file.ExpireTime) }] },
};

export const tencentVod: Contract = {
  upstream,
  account: {
    provider: 'tencent-vod',
    baseUrl: 'https://vod.test',
    key: 'AKIDEXAMPLE:a-secret:251007502',
    region: '',
    apiVersion: '',
  },
  model: 'Kling-2.6',
  wish: defaultWish,
  says: [
    '"ModelName":"Kling","ModelVersion":"2.6"',
    '"Duration":5',
    '"Resolution":"720P"',
    '"AspectRatio":"16:9"',
    '"AudioGeneration":"Disabled"',
  ],
  created: { said: { json: { Response: { TaskId: upstreamId, RequestId: 'r' } } }, upstreamId },
  refusals: [
    { name: 'a bad parameter', said: error('InvalidParameterValue'), blame: 'request' },
    { name: 'a parameter that is missing', said: error('MissingParameter'), blame: 'request' },
    { name: 'a parameter that nobody knows', said: error('UnknownParameter'), blame: 'request' },
    { name: 'a body that is too large', said: error('RequestSizeLimitExceeded'), blame: 'request' },
    {
      name: 'a text it does not want',
      said: error('InvalidParameter.VoilationContent'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad signature', said: error('AuthFailure.SignatureFailure'), blame: 'credential' },
    { name: 'what is not allowed', said: error('UnauthorizedOperation'), blame: 'credential' },
    { name: 'an account without quota', said: error('LimitExceeded.Quota'), blame: 'credential' },
    { name: 'too many requests', said: error('RequestLimitExceeded'), blame: 'busy' },
    { name: 'too many of one account', said: error('RequestLimitExceeded.UinLimitExceeded'), blame: 'busy' },
    { name: 'too many at a time', said: error('LimitExceeded'), blame: 'busy' },
    { name: 'an action that it lacks', said: error('InvalidAction'), blame: 'unavailable' },
  ],
  words: [
    { word: 'WAITING', said: detail('WAITING', { Progress: 0 }), report: { kind: 'queued', progress: 0 } },
    { word: 'WAIT', said: detail('WAIT'), report: { kind: 'queued' } },
    {
      word: 'PROCESSING',
      said: detail('PROCESSING', { Progress: 40 }),
      report: { kind: 'running', progress: 40 },
    },
    { word: 'RUN', said: detail('RUN'), report: { kind: 'running' } },
    { word: 'FINISH', said: detail('FINISH', { Output: { FileInfos: [file] } }), report: succeeded },
    { word: 'DONE', said: detail('DONE', { Output: { FileInfos: [file] } }), report: succeeded },
    {
      word: 'FINISH with content that it does not want',
      said: failed(40000, 'InvalidParameter.VoilationContent'),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    {
      word: 'FINISH with a bad parameter',
      said: failed(40000, 'InvalidParameterValue'),
      report: { kind: 'failed', code: 'invalid_parameter' },
    },
    {
      word: 'FINISH with too much to do',
      said: failed(70000, 'RequestLimitExceeded'),
      report: { kind: 'failed', code: 'upstream_rate_limited' },
    },
    {
      word: 'FINISH with too many tasks before it',
      said: failed(70000, 'FailedOperation'),
      report: { kind: 'failed', code: 'upstream_unavailable' },
    },
    {
      word: 'FINISH with an error of its own',
      said: failed(70000, 'InternalError'),
      report: { kind: 'failed', code: 'internal_error' },
    },
    {
      word: 'FINISH with a number alone',
      said: failed(70000, ''),
      report: { kind: 'failed', code: 'internal_error' },
    },
    {
      word: 'FINISH with a name alone',
      said: failed(0, 'InternalError'),
      report: { kind: 'failed', code: 'internal_error' },
    },
    { word: 'FAIL', said: detail('FAIL'), report: { kind: 'failed', code: 'internal_error' } },
    { word: 'ABORTED', said: detail('ABORTED'), report: { kind: 'failed', code: 'cancelled' } },
  ],
  unknown: [detail('reticulating'), detail(undefined)],
  withoutMedia: detail('FINISH', { Output: { FileInfos: [] } }),
};
