import { expect, test } from 'vitest';
import { createKlingClient, klingToken } from '../testing/kling-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';
import { kinds } from './kinds.ts';

const now = Math.floor(Date.now() / 1_000);

test('tokens are refused for what is wrong with them', async () => {
  const { url } = await startSandbox();
  const codeOf = async (token: string) => {
    const { status, code } = await createKlingClient(url, token).get('videos/text2video');
    return [status, code];
  };
  expect(await codeOf(klingToken())).toEqual([200, 0]);
  expect(await codeOf('')).toEqual([401, 1001]);
  expect(await codeOf('sk-some-key')).toEqual([401, 1002]);
  expect(await codeOf(klingToken({ header: { typ: undefined } }))).toEqual([401, 1002]);
  expect(await codeOf(klingToken({ header: { alg: 'none' } }))).toEqual([401, 1002]);
  expect(await codeOf(klingToken({ accessKey: 'badkey' }))).toEqual([401, 1002]);
  expect(await codeOf(klingToken({ secretKey: 'another' }))).toEqual([401, 1000]);
  expect(await codeOf(klingToken({ claims: { nbf: now + 3_600 } }))).toEqual([401, 1003]);
  expect(await codeOf(klingToken({ claims: { exp: now - 60 } }))).toEqual([401, 1004]);
});

const url = 'https://example.com/a.png';
const omni = { prompt: 'x', aspect_ratio: '16:9' };
const motion = { image_url: url, video_url: url, character_orientation: 'image', mode: 'pro' };

test.each<[string, object]>([
  ['videos/text2video', {}],
  ['videos/text2video', { prompt: 'x'.repeat(2_501) }],
  ['videos/text2video', { prompt: 'x', duration: 5 }],
  ['videos/text2video', { prompt: 'x', duration: '7' }],
  ['videos/text2video', { prompt: 'x', mode: '4k' }],
  ['videos/text2video', { prompt: 'x', sound: 'on' }],
  ['videos/text2video', { prompt: 'x', cfg_scale: 2 }],
  ['videos/text2video', { prompt: 'x', model_name: 'kling-v2-6', cfg_scale: 0.5 }],
  ['videos/text2video', { prompt: 'x', camera_control: { type: 'simple', config: { pan: 1, tilt: 1 } } }],
  ['videos/text2video', { model_name: 'kling-v3', multi_shot: true }],
  ['videos/text2video', { prompt: 'x', model_name: 'kling-v9' }],
  ['videos/text2video', { prompt: 'x', model_name: 'kling-v3-omni' }],
  ['videos/image2video', { prompt: 'x' }],
  ['videos/image2video', { image: 'data:image/png;base64,AA==' }],
  ['videos/image2video', { image: url, image_tail: url, static_mask: url }],
  ['videos/multi-image2video', { prompt: 'x', image_list: [] }],
  ['videos/omni-video', { prompt: 'x' }],
  ['videos/omni-video', { ...omni, duration: '7' }],
  ['videos/omni-video', { ...omni, mode: '4k' }],
  ['videos/omni-video', { ...omni, image_list: [{ image: url }] }],
  ['videos/omni-video', { ...omni, image_list: [{ image_url: url, type: 'end_frame' }] }],
  [
    'videos/omni-video',
    { ...omni, image_list: Array(5).fill({ image_url: url }), video_list: [{ video_url: url }] },
  ],
  ['videos/omni-video', { ...omni, video_list: [{ video_url: url }, { video_url: url }] }],
  ['videos/omni-video', { ...omni, video_list: [{ video_url: 'AAAA' }] }],
  [
    'videos/omni-video',
    { ...omni, model_name: 'kling-v3-omni', sound: 'on', video_list: [{ video_url: url }] },
  ],
  ['videos/omni-video', { ...omni, element_list: [{ element_id: 'cat' }] }],
  ['videos/motion-control', { image_url: url, video_url: url }],
  ['videos/motion-control', { ...motion, mode: '4k', model_name: 'kling-v3' }],
  ['videos/motion-control', { ...motion, model_name: 'kling-v1' }],
  ['videos/motion-control', { ...motion, video_url: 'AAAA' }],
  ['videos/avatar/image2video', { image: url, audio_id: 'a', sound_file: url }],
  ['videos/avatar/image2video', { image: url, audio_id: 'a', mode: '4k' }],
  ['videos/avatar/image2video', { image: url }],
  ['videos/lip-sync', { input: { video_id: 'v', mode: 'text2video' } }],
  ['videos/effects', { effect_scene: 'hug' }],
  ['images/generations', { prompt: 'x', n: 10 }],
  ['images/generations', { prompt: 'x', resolution: '4k' }],
  ['images/kolors-virtual-try-on', { cloth_image: url }],
])('%s does not take %j', (path, body) => {
  expect(kinds[path]?.check({ ...body })).not.toBeNull();
});

test.each<[string, object]>([
  ['videos/text2video', { prompt: 'x', model_name: 'kling-v3', duration: '15', mode: '4k', sound: 'on' }],
  [
    'videos/text2video',
    { prompt: 'x', cfg_scale: 0.5, camera_control: { type: 'simple', config: { pan: 1 } } },
  ],
  [
    'videos/text2video',
    {
      ...{ model_name: 'kling-v3', multi_shot: true, shot_type: 'customize', duration: '5' },
      multi_prompt: [
        { index: 1, prompt: 'x', duration: '2' },
        { index: 2, prompt: 'y', duration: '3' },
      ],
    },
  ],
  ['videos/image2video', { image: 'iVBORw0KGgo=', image_tail: url }],
  ['videos/multi-image2video', { prompt: 'x', image_list: [{ image: url }] }],
  ['videos/omni-video', { ...omni, duration: '10' }],
  ['videos/omni-video', { ...omni, duration: '7', element_list: [{ element_id: 7 }] }],
  ['videos/omni-video', { prompt: 'x', image_list: [{ image_url: url, type: 'first_frame' }] }],
  ['videos/omni-video', { prompt: 'x', video_list: [{ video_url: url, refer_type: 'base' }] }],
  ['videos/motion-control', motion],
  ['videos/avatar/image2video', { image: url, audio_id: 'a' }],
  ['videos/lip-sync', { input: { video_url: url, mode: 'audio2video', audio_type: 'url', audio_url: url } }],
  ['images/omni-image', { prompt: 'x', resolution: '4k' }],
  ['images/multi-image2image', { prompt: 'x', subject_image_list: [{ subject_image: url }] }],
  ['images/editing/expand', { image: url }],
  ['images/kolors-virtual-try-on', { human_image: url, cloth_image: url }],
])('%s takes %j', (path, body) => {
  expect(kinds[path]?.check({ ...body })).toBeNull();
});
