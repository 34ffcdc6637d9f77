import type { Reference } from '../../families/wish.ts';
import { dashScope as upstream } from '../dashscope.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

function task(status: string, more: object = {}, usage?: object): Said {
  return { json: { request_id: 'r-1', output: { task_id: 't-1', task_status: status, ...more }, usage } };
}

function error(status: number, code: string): Said {
  return { status, json: { code, message: 'No.', request_id: 'r-1' } };
}

function image(role: Reference['role'] = 'first_frame'): Reference {
  return { kind: 'image', role, source: { url: `https://files.test/${role}.png` } };
}

const video = { video_url: 'https://oss.test/film.mp4' };

export const dashScope: Contract = {
  upstream,
  account: {
    provider: 'dashscope',
    baseUrl: 'https://dashscope.test/api/v1',
    key: 'dashscope-key',
    region: '',
    apiVersion: '',
  },
  model: 'wan2.6-t2v',
  wish: defaultWish,
  says: [
    '/services/aigc/video-generation/video-synthesis',
    '"x-dashscope-async":"enable"',
    '"size":"1280*720"',
    '"duration":5',
    '"model":"wan2.6-t2v"',
  ],
  renders: [
    {
      name: 'other resolutions and ratios by their size',
      wish: { resolution: '1080P', ratio: '9:16', secondsMs: 15_000 },
      says: ['"size":"1080*1920"', '"duration":15'],
    },
    {
      name: 'a size that is asked for',
      wish: { size: { width: 960, height: 960 } },
      says: ['"size":"960*960"'],
    },
    {
      name: 'a first frame',
      wish: { references: [image()], resolution: '480p', secondsMs: 10_000 },
      model: 'wan2.5-i2v-preview',
      says: ['"img_url":"https://files.test/first_frame.png"', '"resolution":"480P"', '"duration":10'],
    },
    {
      name: 'a first frame at the resolution of a size, which that service does not know',
      wish: { references: [image()], size: { width: 720, height: 1_280 } },
      model: 'wan2.5-i2v-preview',
      says: ['"parameters":{"resolution":"720P","duration":5}'],
    },
    {
      name: 'two frames at the service that takes them',
      wish: { references: [image(), image('last_frame')] },
      model: 'wan2.2-kf2v-flash',
      says: [
        '/services/aigc/image2video/video-synthesis',
        '"first_frame_url":"https://files.test/first_frame.png"',
        '"last_frame_url":"https://files.test/last_frame.png"',
        '"resolution":"720P"',
      ],
    },
    {
      name: 'a resolution and a ratio by a model that knows no sizes',
      wish: { prompt: 'a'.repeat(5_000), resolution: '720p', ratio: '9:16' },
      model: 'wan2.7-t2v',
      says: ['"parameters":{"resolution":"720P","ratio":"9:16","duration":5}'],
    },
    {
      name: 'a size that is asked for by a model that knows no sizes',
      wish: { size: { width: 1_632, height: 1_248 } },
      model: 'wan3.0-video',
      says: ['"parameters":{"resolution":"1080P","ratio":"4:3","duration":5}'],
    },
    {
      name: 'a portrait of the smallest resolution by a model that knows no sizes',
      wish: { resolution: '480p', ratio: '9:16' },
      model: 'wan3.0-video',
      says: ['"parameters":{"resolution":"480P","ratio":"9:16","duration":5}'],
    },
    {
      name: 'two frames as media, by a model that takes those',
      wish: { references: [image('last_frame'), image()] },
      model: 'wan2.7-i2v-2026-04-25',
      says: [
        '/services/aigc/video-generation/video-synthesis',
        '"media":[{"type":"last_frame","url":"https://files.test/last_frame.png"},{"type":"first_frame","url":"https://files.test/first_frame.png"}]',
        '"parameters":{"resolution":"720P","duration":5}',
      ],
    },
    {
      name: 'half a minute and a long prompt by a model that takes them',
      wish: { prompt: 'a'.repeat(20_000), secondsMs: 30_000 },
      model: 'wan3.0-video',
      says: ['"parameters":{"resolution":"720P","ratio":"16:9","duration":30}'],
    },
    {
      name: 'a resolution and a ratio to HappyHorse, which knows no sizes',
      wish: { prompt: 'a'.repeat(5_000), size: { width: 720, height: 1_280 } },
      model: 'happyhorse-1.0-t2v',
      says: ['"parameters":{"resolution":"720P","ratio":"9:16","duration":5}'],
    },
    {
      name: 'a first frame as media to HappyHorse',
      wish: { references: [image()] },
      model: 'happyhorse-1.1-i2v',
      says: [
        '"media":[{"type":"first_frame","url":"https://files.test/first_frame.png"}]',
        '"parameters":{"resolution":"720P","duration":5}',
      ],
    },
    {
      name: 'what a model that has no 720p renders by itself, from text',
      wish: {},
      model: 'wan2.2-t2v-plus',
      says: ['"size":"1920*1080"'],
    },
    {
      name: 'what a model that has no 720p renders by itself, from a first frame',
      wish: { references: [image()] },
      model: 'wan2.2-i2v-plus',
      says: ['"resolution":"1080P"'],
    },
  ],
  rendersNot: [
    { name: 'more than 15 seconds', wish: { secondsMs: 16_000 }, param: 'duration' },
    { name: 'half seconds', wish: { secondsMs: 5_500 }, param: 'duration' },
    { name: '6 seconds by 2.5', wish: { secondsMs: 6_000 }, model: 'wan2.5-t2v-preview', param: 'duration' },
    { name: '10 seconds by 2.2', wish: { secondsMs: 10_000 }, model: 'wan2.2-t2v-plus', param: 'duration' },
    { name: '720p by 2.2 plus', wish: { resolution: '720p' }, model: 'wan2.2-t2v-plus', param: 'resolution' },
    {
      name: '480p by 2.1 plus',
      wish: { resolution: '480p', references: [image()] },
      model: 'wanx2.1-i2v-plus',
      param: 'resolution',
    },
    { name: '480p by 2.6', wish: { resolution: '480p' }, param: 'resolution' },
    { name: 'other ratios', wish: { ratio: '21:9' }, param: 'ratio' },
    { name: 'other sizes', wish: { size: { width: 1_280, height: 722 } }, param: 'size' },
    {
      name: 'other sizes of a first frame',
      wish: { references: [image()], size: { width: 1_024, height: 1_792 } },
      model: 'wan2.5-i2v-preview',
      param: 'size',
    },
    { name: 'images by models of text', wish: { references: [image()] }, param: 'image' },
    { name: 'text alone by models of images', wish: {}, model: 'wan2.6-i2v', param: 'image' },
    {
      name: 'two images by models of one',
      wish: { references: [image(), image('last_frame')] },
      model: 'wan2.6-i2v',
      param: 'image',
    },
    { name: '480p by 2.7', wish: { resolution: '480p' }, model: 'wan2.7-t2v', param: 'resolution' },
    {
      name: 'a last frame alone',
      wish: { references: [image('last_frame')] },
      model: 'wan2.7-i2v',
      param: 'image',
    },
    { name: 'more than 30 seconds', wish: { secondsMs: 31_000 }, model: 'wan3.0-video', param: 'duration' },
    {
      name: '2 seconds by HappyHorse',
      wish: { secondsMs: 2_000 },
      model: 'happyhorse-1.0-t2v',
      param: 'duration',
    },
    {
      name: '480p by HappyHorse',
      wish: { resolution: '480p' },
      model: 'happyhorse-1.0-t2v',
      param: 'resolution',
    },
    {
      name: 'a last frame by HappyHorse',
      wish: { references: [image(), image('last_frame')] },
      model: 'happyhorse-1.0-i2v',
      param: 'image',
    },
    ...['wan2.6-i2v', 'happyhorse-1.0-i2v'].map((model) => ({
      name: `a last frame alone by ${model}`,
      wish: { references: [image('last_frame')] },
      model,
      param: 'image',
    })),
    {
      name: 'two first frames',
      wish: { references: [image(), image()] },
      model: 'wan2.2-kf2v-flash',
      param: 'image',
    },
    { name: 'a prompt that is too long', wish: { prompt: 'a'.repeat(1_501) }, param: 'prompt' },
  ],
  created: { said: task('PENDING'), upstreamId: 't-1' },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'InvalidParameter'), blame: 'request' },
    {
      name: 'a prompt it does not want',
      said: error(400, 'DataInspectionFailed'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    { name: 'a bad key', said: error(401, 'InvalidApiKey'), blame: 'credential' },
    { name: 'an account in arrears', said: error(400, 'Arrearage'), blame: 'credential' },
    { name: 'a model it has not', said: error(404, 'ModelNotFound'), blame: 'unavailable' },
    {
      name: 'too many requests',
      said: { ...error(429, 'Throttling.RateQuota'), headers: { 'retry-after': '4' } },
      blame: 'busy',
    },
  ],
  words: [
    { word: 'PENDING', said: task('PENDING'), report: { kind: 'queued' } },
    { word: 'RUNNING', said: task('RUNNING'), report: { kind: 'running' } },
    {
      word: 'SUCCEEDED',
      said: task('SUCCEEDED', video, { duration: 5, output_video_duration: 5, size: '1280*720', SR: 720 }),
      report: {
        kind: 'succeeded',
        result: {
          media: [{ kind: 'video', url: video.video_url }],
          ...{ secondsMs: 5_000, width: 1_280, height: 720 },
        },
      },
    },
    {
      word: 'SUCCEEDED without a size',
      said: task('SUCCEEDED', video, { duration: 5, output_video_duration: 5, ratio: '16:9', SR: 720 }),
      report: {
        kind: 'succeeded',
        result: { media: [{ kind: 'video', url: video.video_url }], secondsMs: 5_000 },
      },
    },
    {
      word: 'FAILED',
      said: task('FAILED', { code: 'InternalError.Algo', message: 'It broke.' }),
      report: { kind: 'failed', code: 'internal_error', message: 'It broke.' },
    },
    {
      word: 'FAILED for its content',
      said: task('FAILED', { code: 'DataInspectionFailed', message: 'No.' }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'No.' },
    },
    {
      word: 'FAILED for an image that cannot be fetched',
      said: task('FAILED', { code: 'InvalidURL', message: 'No.' }),
      report: { kind: 'failed', code: 'invalid_input_media' },
    },
    { word: 'CANCELED', said: task('CANCELED'), report: { kind: 'failed', code: 'cancelled' } },
  ],
  unknown: [task('RETICULATING'), { json: { output: { task_id: 't-1' } } }, { json: {} }],
  missing: [task('UNKNOWN')],
  withoutMedia: task('SUCCEEDED'),
};
