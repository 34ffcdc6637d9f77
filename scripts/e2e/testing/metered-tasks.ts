/** What is asked of each row that makes tasks, so that its bill can be looked at once the task has ended. */
import { mjUnits } from './mj-models.ts';
import type { Row } from './route-table.ts';

export interface MeteredTask {
  body: object;
  /** What the task costs, in quota units. */
  units: bigint;
  /** How many calls of its model it is; one where it is left out. */
  calls?: bigint;
  /** A task that must have ended before: its id stands for `:task_id` in the path and for `$task` in the body. */
  after?: { path: string; body: object };
  /** `$button` in the body is the first thing that can be done with that task. */
  pressesButton?: true;
}

/** Four seconds of 0.10 dollars: 4 x 50,000. */
const video: MeteredTask = { body: { model: 'sora-2', prompt: 'Hello' }, units: 200_000n };

/** As much of a PNG as anybody looks at. */
const picture = 'data:image/png;base64,iVBORw0KGgo=';

const grid = { path: '/mj/submit/imagine', body: { prompt: 'a mill' } };
const still = 'https://files.example/a.png';
const model_name = 'kling-v1';

/** Five seconds of 0.10 dollars: 5 x 50,000. */
const kling: MeteredTask = { body: { model_name, prompt: 'Hello' }, units: 250_000n };

const fixtures: Record<string, MeteredTask> = {
  'POST /pg/videos': video,
  'POST /kling/v1/images/generations': { body: { ...kling.body, n: 2 }, units: 20_000n },
  'POST /kling/v1/images/kolors-virtual-try-on': {
    body: { model_name: 'kolors-virtual-try-on', human_image: still, cloth_image: still },
    units: 35_000n,
  },
  'POST /kling/v1/videos/avatar/image2video': {
    body: { model_name, image: still, audio_id: 'voice' },
    units: 250_000n,
  },
  'POST /kling/v1/videos/effects': {
    body: { effect_scene: 'hug', input: { model_name, images: [still, still] } },
    units: 250_000n,
  },
  'POST /kling/v1/videos/image2video': { ...kling, body: { ...kling.body, image: still } },
  'POST /kling/v1/videos/lip-sync': {
    body: {
      model_name,
      input: { video_url: still, mode: 'audio2video', audio_type: 'url', audio_url: still },
    },
    units: 500_000n,
  },
  'POST /kling/v1/videos/motion-control': {
    body: { image_url: still, video_url: still, character_orientation: 'video', mode: 'std' },
    units: 250_000n,
  },
  'POST /kling/v1/videos/multi-image2video': {
    ...kling,
    body: { ...kling.body, image_list: [{ image: still }] },
  },
  'POST /kling/v1/videos/omni-video': { body: { prompt: 'Hello' }, units: 250_000n },
  'POST /kling/v1/videos/text2video': kling,
  'POST /kling/v1/videos/video-extend': {
    body: { video_id: '$task' },
    units: 250_000n,
    after: { path: '/kling/v1/videos/text2video', body: kling.body },
  },
  'POST /v1/video/generations': video,
  'POST /v1/videos': video,
  'POST /v1/videos/:task_id/remix': {
    body: { prompt: 'Hello again' },
    units: 200_000n,
    after: { path: '/v1/videos', body: video.body },
  },
  // 0.04 dollars for the image, 0.001 for the call.
  'POST /v1/images/generations/async': { body: { model: 'gpt-image-1', prompt: 'Hello' }, units: 20_500n },
  'POST /mj/submit/imagine': { body: { prompt: 'a mill' }, units: mjUnits('mj_imagine') },
  'POST /mj/submit/blend': { body: { base64Array: [picture, picture] }, units: mjUnits('mj_blend') },
  'POST /mj/submit/describe': { body: { base64: picture }, units: mjUnits('mj_describe') },
  'POST /mj/submit/shorten': { body: { prompt: 'a long prompt' }, units: mjUnits('mj_shorten') },
  'POST /mj/submit/edits': { body: { prompt: 'a hat', image: picture }, units: mjUnits('mj_edits') },
  'POST /mj/submit/video': {
    body: { motion: 'low', image: picture, batchSize: 2 },
    units: 2n * mjUnits('mj_video'),
    calls: 2n,
  },
  'POST /mj/submit/action': {
    body: { taskId: '$task', customId: '$button' },
    units: mjUnits('mj_upscale'),
    after: grid,
    pressesButton: true,
  },
  'POST /mj/submit/change': {
    body: { taskId: '$task', action: 'VARIATION', index: 1 },
    units: mjUnits('mj_variation'),
    after: grid,
  },
  'POST /mj/submit/simple-change': {
    body: { content: '$task R' },
    units: mjUnits('mj_reroll'),
    after: grid,
  },
  'POST /mj/submit/upload-discord-images': {
    body: { base64Array: [picture] },
    units: mjUnits('mj_upload'),
  },
  'POST /mj/insight-face/swap': {
    body: { sourceBase64: picture, targetBase64: picture },
    units: mjUnits('mj_swap_face'),
  },
};

/** Throws for a row that nobody has said how to meter. */
export function meteredTask({ name }: Pick<Row, 'name'>): MeteredTask {
  const fixture = fixtures[name];
  if (!fixture) throw new Error(`${name} makes tasks, and has no metering fixture`);
  return fixture;
}

/** The id of a task in the answer to its create, whatever its style. */
export function idOf(answer: string): string {
  const { id, result, data } = JSON.parse(answer);
  const found: unknown = id ?? [result].flat()[0] ?? data?.task_id;
  if (typeof found !== 'string') throw new Error(`there is no task in ${answer}`);
  return found;
}
