/** What a film costs: as many as are sent are held, and what is larger, or comes from a button, is told apart. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import type { PolledTask } from '../step/polls/poll.ts';
import { midjourneyProxy } from '../upstreams/midjourney-proxy.ts';
import { modelOf } from './actions.ts';
import { blend, edits, film, imagine, shorten } from './first-steps.ts';
import type { MjOptions } from './job.ts';
import { readAction, readChange, readExtension } from './next-steps.ts';
import type { Step } from './step.ts';

const image = 'data:image/png;base64,iVBORw0KGgo=';
const still = { motion: 'low', image };
const account = {
  provider: 'midjourney-proxy',
  baseUrl: 'https://proxy.test',
  key: '',
  region: '',
  apiVersion: '',
};

function optionsOf({ action, job, description }: Step): MjOptions {
  return { action, job, description, botType: 'MID_JOURNEY', state: null, customId: null };
}

function wishOf(step: Step) {
  return { prompt: step.prompt, references: [], options: { mj: optionsOf(step) } };
}

/** The row that prices it, how often, and how many films the vendor is asked for. */
function priced(step: Step): [model: string, calls: bigint, sent: unknown, size: unknown] {
  const { usage } = midjourneyProxy.resolve(wishOf(step), '');
  const { batchSize, videoType } = step.job.members;
  return [modelOf(step.action, step.isHd), usage.calls, batchSize, videoType];
}

/** A film that was made, with a button of each name. */
function filmOf(model: string, ...customIds: string[]): PolledTask {
  const buttons = customIds.map((customId) => ({
    token: customId,
    customId,
    emoji: '',
    label: '',
    type: 2,
    style: 2,
  }));
  const task: Partial<PolledTask> = {
    id: 'film',
    action: 'VIDEO',
    model,
    upstreamId: '17',
    result: { media: [], buttons },
  };
  return { ...(task as PolledTask), wish: { prompt: 'a mill', references: [], options: {} } };
}

function refusalOf(read: () => unknown): { param?: string; message: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a film', () => {
  test.each([
    [undefined, undefined, ['mj_video', 1n, 1, 'vid_1.1_i2v_480']],
    [1, undefined, ['mj_video', 1n, 1, 'vid_1.1_i2v_480']],
    [2, 'vid_1.1_i2v_480', ['mj_video', 2n, 2, 'vid_1.1_i2v_480']],
    [4, undefined, ['mj_video', 4n, 4, 'vid_1.1_i2v_480']],
    ['4', 'VID_1.1_I2V_720', ['mj_video_hd', 4n, 4, 'vid_1.1_i2v_720']],
  ])('of batchSize %o and videoType %o is priced as it is sent', (batchSize, videoType, expected) => {
    expect(priced(film({ ...still, batchSize, videoType }, undefined))).toEqual(expected);
  });

  test.each([
    [{ batchSize: 3 }, 'batchSize', '1, 2, 4'],
    [{ batchSize: 0 }, 'batchSize', '1, 2, 4'],
    [{ videoType: 'vid_2_4k' }, 'videoType', 'vid_1.1_i2v_480, vid_1.1_i2v_720'],
  ])('is not made of %o, and hears what may be', (members, param, values) => {
    const refusal = refusalOf(() => film({ ...still, ...members }, undefined));
    expect(refusal).toMatchObject({ param, message: expect.stringContaining(values) });
  });

  test.each([
    ['mj_video', 'vid_1.1_i2v_480'],
    ['mj_video_hd', 'vid_1.1_i2v_720'],
  ])('of %s is extended at its own price and size', (model, videoType) => {
    const extend = (members: object) =>
      readExtension({ motion: 'low', taskId: 'film', index: 0, ...members }, undefined).from(filmOf(model));
    expect(priced(extend({ batchSize: 2 }))).toEqual([model, 2n, 2, videoType]);
    expect(priced(extend({ videoType }))).toEqual([model, 1n, 1, videoType]);
    const other = model === 'mj_video' ? 'vid_1.1_i2v_720' : 'vid_1.1_i2v_480';
    expect(refusalOf(() => extend({ videoType: other }))).toMatchObject({ param: 'videoType' });
  });

  test('is not changed as pictures are, at their price', () => {
    const change = readChange({ taskId: 'film', action: 'REROLL' });
    expect(refusalOf(() => change.from(filmOf('mj_video')))).toMatchObject({ param: 'taskId' });
  });
});

describe('a button', () => {
  test.each(['MJ::JOB::reroll::0::x', 'MJ::JOB::animate_low_extend::1::x'])(
    'of a film makes films, at their price: %s',
    (customId) => {
      const pressed = readAction({ taskId: 'film', customId });
      expect(priced(pressed.from(filmOf('mj_video', customId))).slice(0, 2)).toEqual(['mj_video', 4n]);
      expect(priced(pressed.from(filmOf('mj_video_hd', customId))).slice(0, 2)).toEqual(['mj_video_hd', 4n]);
    },
  );

  test.each([
    [1, 4n, 1n],
    [4, 4n, 4n],
    [5, 4n, 4n],
    // Of a task that was held at one.
    [4, 1n, 1n],
  ])('that made %i films, held at %i, is billed for %i', async (films, held, billed) => {
    const customId = 'MJ::JOB::animate_high::1::x';
    const { options } = wishOf(readAction({ taskId: 'film', customId }).from(filmOf('mj_video', customId)));
    const task = { ...filmOf('mj_video'), usage: Usage.fromPartial({ calls: held }) };
    const videoUrls = Array.from({ length: films }, (_, index) => ({ url: `https://v.test/${index}` }));
    const record = { status: 'SUCCESS', imageUrl: 'https://v.test/a.png', videoUrls };
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(record)) });
    const report = await midjourneyProxy.poll({ ...task, wish: { ...task.wish, options } }, account, send);
    expect(report).toMatchObject({ kind: 'succeeded', usage: { calls: billed } });
  });
});

test('a blend in high definition has a price of its own', () => {
  const base64Array = [image, image];
  expect(priced(blend({ base64Array }, undefined)).slice(0, 2)).toEqual(['mj_blend', 1n]);
  expect(priced(blend({ base64Array, quality: 'hd' }, undefined)).slice(0, 2)).toEqual(['mj_blend_hd', 1n]);
});

describe('a prompt', () => {
  const several = ['--repeat 4', '--r 4', '--R4', '—repeat 2', '--bs 4', '--BS4', 'in {red, green, blue}'];

  test.each([...several, '--video 1'])('makes no more pictures than are priced: %s', (words) => {
    const fields = { prompt: `a fox ${words}`, image };
    for (const read of [imagine, shorten, edits])
      expect(refusalOf(() => read(fields, undefined))).toMatchObject({ param: 'prompt' });
  });

  test.each([...several, '--hd', '--sd'])('makes no other films than are priced: %s', (words) => {
    const fields = { ...still, prompt: `a fox ${words}`, taskId: 'film', index: 0 };
    for (const read of [film, readExtension])
      expect(refusalOf(() => read(fields, undefined))).toMatchObject({ param: 'prompt' });
  });

  test.each([
    'a fox --raw --ar 1:1 --relax',
    'well--rested',
    'a {fox}',
    'a \\{red, green\\} fox',
    'r, bs and hd',
  ])('says everything else: %s', (prompt) => {
    expect(imagine({ prompt }, undefined).prompt).toBe(prompt);
    expect(film({ ...still, prompt: `${prompt} --video 1` }, undefined).prompt).toBe(`${prompt} --video 1`);
  });
});
