/** What the dialects of video show of a task in each of its states: closed words, whole numbers, our own addresses. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import type { MjOptions } from '../midjourney/job.ts';
import { type State, states } from '../task/states.ts';
import type { Result, Task } from '../task/task.ts';
import { showKlingCreated, showKlingTask } from './kling-task.ts';
import { showMjRecord } from './mj-record.ts';
import { showUnified, showUnifiedCreated } from './unified.ts';
import { showVideo } from './video-object.ts';

const baseUrl = 'https://gateway.test';
const id = 'task_0123456789ABCDEFGHIJKLMNOPQRSTUV';
const film: Result = { media: [{ kind: 'video', url: 'https://vendor.test/film.mp4' }] };

/** Without it a task is none of the /mj/ family. */
const mj: MjOptions = {
  action: 'IMAGINE',
  job: { route: 'submit/imagine', members: {} },
  botType: 'MID_JOURNEY',
  state: null,
  customId: null,
  description: '',
};

function taskIn(state: State, of: Partial<Task> = {}): Task {
  const task: Partial<Task> = {
    id,
    surface: 'video',
    action: 'generate',
    state,
    model: 'a-model',
    usage: Usage.fromPartial({ calls: 1n }),
    wish: { prompt: 'a mill', references: [], options: { mj } },
    upstreamState: {},
    progress: state === 'succeeded' || state === 'failed' ? 100 : 0,
    result: state === 'succeeded' ? film : null,
    failure: state === 'failed' ? { code: 'internal_error', message: 'It broke.' } : null,
    trouble: null,
    createdAt: 1_700_000_000_000,
    finishedAt: state === 'succeeded' || state === 'failed' ? 1_700_000_060_000 : null,
    remixedFrom: null,
    ...of,
  };
  return task as Task;
}

const words: Record<State, { unified: string; video: string; mj: string; kling: string }> = {
  intended: { unified: 'queued', video: 'queued', mj: 'SUBMITTED', kling: 'submitted' },
  held: { unified: 'queued', video: 'queued', mj: 'SUBMITTED', kling: 'submitted' },
  submitting: { unified: 'queued', video: 'queued', mj: 'SUBMITTED', kling: 'submitted' },
  queued: { unified: 'queued', video: 'queued', mj: 'SUBMITTED', kling: 'submitted' },
  running: { unified: 'processing', video: 'in_progress', mj: 'IN_PROGRESS', kling: 'processing' },
  succeeded: { unified: 'succeeded', video: 'completed', mj: 'SUCCESS', kling: 'succeed' },
  failed: { unified: 'failed', video: 'failed', mj: 'FAILURE', kling: 'failed' },
};

test('the words of a description are its prompt as well, as clients of midjourney-proxy read them', () => {
  const result = { media: [], text: '1️⃣ a mill' };
  const wish = { prompt: '', references: [], options: { mj } };
  const of = (action: string, prompt: string) =>
    showMjRecord(taskIn('succeeded', { surface: 'mj', action, result, wish: { ...wish, prompt } }), baseUrl);
  expect(of('DESCRIBE', '')).toMatchObject({ prompt: result.text, promptEn: result.text });
  expect(of('SHORTEN', 'a long one')).toMatchObject({ prompt: 'a long one', promptEn: 'a long one' });
});

test.each(states)('%s has its one word in each dialect', (state) => {
  const task = taskIn(state);
  expect(showUnified(task, baseUrl)).toMatchObject({ data: { status: words[state].unified } });
  expect(showUnifiedCreated(task)).toMatchObject({ status: words[state].video });
  expect(showVideo(task, baseUrl)).toMatchObject({ status: words[state].video });
  expect(showMjRecord(task, baseUrl)).toMatchObject({ status: words[state].mj });
  expect(showKlingCreated(task)).toMatchObject({ task_status: words[state].kling });
  expect(showKlingTask(task, baseUrl)).toMatchObject({ task_status: words[state].kling });
});

test('a task that was given up has failed for every dialect, whatever its vendor said last', () => {
  const failure = { code: 'task_timeout', message: 'The task took too long.' } as const;
  const task = taskIn('failed', { failure, upstreamState: { status: 'running' } });
  expect(showUnified(task, baseUrl)).toMatchObject({ data: { status: 'failed', error: failure, url: '' } });
  expect(showVideo(task, baseUrl)).toMatchObject({ status: 'failed', progress: 100, error: failure });
  expect(showMjRecord(task, baseUrl)).toMatchObject({ status: 'FAILURE', failReason: failure.message });
  expect(showKlingTask(task, baseUrl)).toMatchObject({
    task_status: 'failed',
    task_status_msg: failure.message,
  });
  for (const show of [showUnified, showVideo, showMjRecord, showKlingTask]) {
    expect(JSON.stringify(show(task, baseUrl))).not.toMatch(/running|in_progress|processing/i);
  }
});

describe('a result', () => {
  const url = `${baseUrl}/v1/videos/${id}/content`;

  test('of a video has its address in both places where clients and gateways look', () => {
    expect(showVideo(taskIn('succeeded'), baseUrl)).toMatchObject({ video_url: url, metadata: { url } });
    expect(showUnified(taskIn('succeeded'), baseUrl)).toMatchObject({ data: { url, format: 'mp4' } });
    expect(showKlingTask(taskIn('succeeded'), baseUrl)).toMatchObject({
      task_result: { videos: [{ id, url }] },
    });
  });

  test('of images that were made in Kling’s style are images on every route', () => {
    const media = [0, 1].map((index) => ({ kind: 'image' as const, url: `https://vendor.test/${index}` }));
    const kling = { surface: 'kling', action: 'images/generations', result: { media } } as const;
    const shown = showVideo(taskIn('succeeded', kling), baseUrl);
    expect(shown.output?.file_infos.map(({ file_url: at }) => at)).toEqual([
      `${url}?index=0`,
      `${url}?index=1`,
    ]);
    expect(shown).not.toHaveProperty('video_url');
    expect(showUnified(taskIn('succeeded', kling), baseUrl)).toMatchObject({
      data: { url: `${url}?index=0`, format: 'png' },
    });
  });

  test('is described in whole numbers, whatever another gateway measured', () => {
    const result = { ...film, secondsMs: 5_042, width: 1_280.4, height: 719.6, fps: 23.976 };
    expect(showUnified(taskIn('succeeded', { result }), baseUrl)).toMatchObject({
      data: { metadata: { duration: 5, width: 1_280, height: 720, fps: 24 } },
    });
  });

  test('is not there before the end', () => {
    const running = showVideo(taskIn('running'), baseUrl);
    expect(running).not.toHaveProperty('video_url');
    expect(running).not.toHaveProperty('metadata');
    expect(showUnified(taskIn('running'), baseUrl)).toMatchObject({ data: { url: '', metadata: null } });
  });

  test.each(['png', 'jpeg', 'webp'])('of an image says that it is %s', (format) => {
    const task = taskIn('succeeded', { surface: 'image', result: { media: [{ kind: 'image', format }] } });
    expect(showUnified(task, baseUrl)).toMatchObject({ data: { format, url: `${url}?index=0` } });
    const output = { file_infos: [{ file_url: `${url}?index=0`, file_type: format }] };
    expect(showVideo(task, baseUrl)).toMatchObject({ output });
  });
});

test('progress is a whole number, and one of percent in the family that writes it as a text', () => {
  const task = taskIn('running', { progress: 42 });
  expect(showVideo(task, baseUrl).progress).toBe(42);
  expect(showUnifiedCreated(task)).toMatchObject({ progress: 42 });
  expect(showMjRecord(task, baseUrl)).toMatchObject({ progress: '42%' });
});
