import type { Reference } from '../../families/wish.ts';
import { miniMax as upstream } from '../minimax.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function said(json: object, code = 0): Said {
  return { json: { ...json, base_resp: { status_code: code, status_msg: code === 0 ? 'success' : 'No.' } } };
}

function task(status: string, more: object = {}): Said {
  return said({ task_id: '4240109', status, file_id: '', ...more });
}

function frame(role: Reference['role'] = 'first_frame'): Reference {
  return { kind: 'image', role, source: { url: `https://files.test/${role}.png` } };
}

const success = task('Success', { file_id: '5240109', video_width: 1_366, video_height: 768 });
const url = 'https://minimax.test/film.mp4';
const result = {
  kind: 'succeeded' as const,
  result: { media: [{ kind: 'video' as const, url }], width: 1_366, height: 768 },
};

export const miniMax: Contract = {
  upstream,
  account: {
    provider: 'minimax',
    baseUrl: 'https://minimax.test/v1',
    key: 'minimax-key',
    region: '',
    apiVersion: '',
  },
  model: 'MiniMax-Hailuo-02',
  wish: defaultWish,
  says: ['"duration":6', '"resolution":"768P"', '"model":"MiniMax-Hailuo-02"'],
  renders: [
    {
      name: 'two frames',
      wish: { references: [frame(), frame('last_frame')] },
      says: [
        '"first_frame_image":"https://files.test/first_frame.png"',
        '"last_frame_image":"https://files.test/last_frame.png"',
      ],
    },
    {
      name: 'a size by its shorter side',
      wish: { size: { width: 1_920, height: 1_080 } },
      says: ['"resolution":"1080P"'],
    },
    {
      name: 'the resolution of older models',
      wish: {},
      model: 'T2V-01-Director',
      says: ['"resolution":"720P"', '"duration":6'],
    },
  ],
  rendersNot: [
    { name: '7 seconds', wish: { secondsMs: 7_000 }, param: 'seconds' },
    { name: '10 seconds at 1080P', wish: { secondsMs: 10_000, resolution: '1080p' }, param: 'seconds' },
    { name: 'other resolutions', wish: { resolution: '4k' }, param: 'resolution' },
    { name: 'a film that is higher than wide', wish: { size: { width: 768, height: 1_366 } }, param: 'size' },
    { name: 'other ratios', wish: { ratio: '9:16' }, param: 'ratio' },
    { name: 'other sizes', wish: { size: { width: 1_280, height: 720 } }, param: 'size' },
    {
      name: 'a last frame by models of one',
      wish: { references: [frame(), frame('last_frame')] },
      model: 'MiniMax-Hailuo-2.3',
      param: 'last_frame_image',
    },
    { name: 'a last frame alone', wish: { references: [frame('last_frame')] }, param: 'first_frame_image' },
    { name: 'references', wish: { references: [frame('reference')] }, param: 'first_frame_image' },
    {
      name: 'text alone by models of frames',
      wish: {},
      model: 'MiniMax-Hailuo-2.3-Fast',
      param: 'first_frame_image',
    },
    {
      name: 'frames by models of text',
      wish: { references: [frame()] },
      model: 'T2V-01',
      param: 'first_frame_image',
    },
    { name: 'a prompt that is too long', wish: { prompt: 'a'.repeat(2_001) }, param: 'prompt' },
  ],
  created: { said: said({ task_id: '4240109' }), upstreamId: '4240109' },
  refusals: [
    { name: 'a bad parameter', said: said({ task_id: '' }, 2013), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: said({}, 1026),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'no key', said: said({}, 1004), blame: 'credential' },
    { name: 'a bad key', said: said({}, 2049), blame: 'credential' },
    { name: 'an empty account', said: said({}, 1008), blame: 'credential' },
    { name: 'characters that nobody sees', said: said({}, 1042), blame: 'request' },
    { name: 'a plan that is used up', said: said({}, 2056), blame: 'credential' },
    { name: 'a plan without the model', said: said({}, 2061), blame: 'credential' },
    { name: 'too many requests', said: said({}, 1002), blame: 'busy' },
    { name: 'too many connections', said: said({}, 1041), blame: 'busy' },
    { name: 'too many more requests than before', said: said({}, 2045), blame: 'busy' },
  ],
  words: [
    { word: 'Preparing', said: task('Preparing'), report: { kind: 'queued' } },
    { word: 'Queueing', said: task('Queueing'), report: { kind: 'queued' } },
    { word: 'Processing', said: task('Processing'), report: { kind: 'running' } },
    { word: 'Success', said: [success, said({ file: { download_url: url } })], report: result },
    {
      word: 'Success with a number for its file',
      said: [
        task('Success', { file_id: 205_258_526_306_433, video_width: 1_366, video_height: 768 }),
        said({ file: { download_url: url } }),
      ],
      report: result,
    },
    {
      word: 'Success whose file is not there yet',
      said: [success, said({}, 2013)],
      report: { kind: 'succeeded', result: { media: [], width: 1_366, height: 768 } },
    },
    { word: 'Fail', said: task('Fail'), report: { kind: 'failed', code: 'internal_error', message: '' } },
    {
      word: 'Fail for a parameter',
      said: said({ task_id: '4240109', status: 'Fail' }, 2013),
      report: { kind: 'failed', code: 'internal_error', message: 'No.' },
    },
    {
      word: 'Fail for its content',
      said: said({ task_id: '4240109', status: 'Fail' }, 1027),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'No.' },
    },
  ],
  unknown: [task('Reticulating'), said({ task_id: '4240109' })],
  moderated: said({}, 1027),
  missing: [said({}, 2013)],
  withoutMedia: task('Success'),
  momentary: [
    [success, { status: 500, json: {} }],
    [success, said({}, 1000)],
    [success, said({}, 1002)],
    [said({}, 1000)],
  ],
};
