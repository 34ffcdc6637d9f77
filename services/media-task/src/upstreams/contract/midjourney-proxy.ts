import type { MjOptions } from '../../midjourney/job.ts';
import { midjourneyProxy as upstream } from '../midjourney-proxy.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

const mj: MjOptions = {
  action: 'IMAGINE',
  job: { route: 'submit/imagine', members: { prompt: defaultWish.prompt } },
  botType: 'MID_JOURNEY',
  state: null,
  customId: null,
  description: '/imagine',
};

function submitted(code: number, result: string | null = null, properties: object = {}): Said {
  return { json: { code, description: '...', result, properties } };
}

function record(status: string, more: object = {}): Said {
  return { json: { id: '1700000000000123', action: 'IMAGINE', status, progress: '', ...more } };
}

const imageUrl = 'https://cdn.discord.test/attachments/1/2/a.png';

export const midjourney: Contract = {
  upstream,
  account: {
    provider: 'midjourney-proxy',
    baseUrl: 'https://proxy.test',
    key: 'mj-secret',
    region: '',
    apiVersion: '',
  },
  model: 'mj_imagine',
  wish: { ...defaultWish, options: { mj } },
  says: [
    'https://proxy.test/mj/submit/imagine',
    '"prompt":"a mill by a river"',
    '"mj-api-secret":"mj-secret"',
  ],
  created: { said: submitted(1, '1700000000000123'), upstreamId: '1700000000000123' },
  refusals: [
    { name: 'no account', said: submitted(3), blame: 'unavailable' },
    { name: 'a bad parameter', said: submitted(4), blame: 'request' },
    { name: 'a failure of its own', said: submitted(9), blame: 'request', failCode: 'internal_error' },
    { name: 'a full queue', said: submitted(23), blame: 'busy' },
    {
      name: 'a banned word',
      said: submitted(24, null, { promptEn: 'nude', bannedWord: 'nude' }),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a saturated gateway', said: { status: 429, ...submitted(30) }, blame: 'busy' },
    { name: 'a bad secret', said: { status: 401, json: {} }, blame: 'credential' },
  ],
  words: [
    { word: 'NOT_START', said: record('NOT_START'), report: { kind: 'queued', progress: 0 } },
    {
      word: 'SUBMITTED',
      said: record('SUBMITTED', { progress: 'Waiting to start' }),
      report: { kind: 'queued', progress: 0 },
    },
    { word: 'MODAL', said: record('MODAL'), report: { kind: 'queued' } },
    {
      word: 'IN_PROGRESS',
      said: record('IN_PROGRESS', { progress: '(fast, stealth) 31%', imageUrl }),
      report: { kind: 'running', progress: 31 },
    },
    {
      word: 'SUCCESS',
      said: record('SUCCESS', { progress: '97%', imageUrl, properties: { finalPrompt: 'a mill' } }),
      report: { kind: 'succeeded', result: { media: [{ kind: 'image', url: imageUrl }], buttons: [] } },
    },
    {
      word: 'FAILURE',
      said: record('FAILURE', { failReason: 'it broke', progress: '0%' }),
      report: { kind: 'failed', code: 'internal_error', message: 'it broke' },
    },
    { word: 'CANCEL', said: record('CANCEL'), report: { kind: 'failed', code: 'cancelled' } },
  ],
  unknown: [record('reticulating'), { json: { id: '1700000000000123' } }],
  withoutMedia: record('SUCCESS', { imageUrl: null }),
};
