/** What Gemini Omni is asked for, and what it is not asked for. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { Reference, Wish } from '../../families/wish.ts';
import { readInteraction } from './read-interaction.ts';
import { toRequest } from './request.ts';
import { resolveOmni } from './resolve.ts';

const preview = 'gemini-omni-flash-preview';

function wish(more: Partial<Wish> = {}): Wish {
  return { prompt: 'a mill', references: [], options: {}, ...more };
}

function file(kind: Reference['kind'], role: Reference['role'], size = 1): Reference {
  const type = kind === 'video' ? 'video/mp4' : 'image/png';
  return { kind, role, source: { bytes: Buffer.alloc(size, role), type } };
}

/** The member that a refusal names. */
function refusalOf(asked: Partial<Wish>, model = preview): string {
  try {
    resolveOmni(wish(asked), model);
  } catch (error) {
    return (error as { fault: { param: string } }).fault.param;
  }
  return 'nothing was refused';
}

test('frames come first, then references, each below what it is for', () => {
  const references = [
    file('image', 'reference'),
    file('video', 'reference'),
    file('image', 'last_frame'),
    file('image', 'reference'),
    file('image', 'first_frame'),
  ];
  const { input } = toRequest(resolveOmni(wish({ references }), preview).wish, preview);
  const shown = (input as { type: string; text?: string; data?: string }[]).map(
    ({ type, text, data }) => text ?? `${type} ${Buffer.from(data ?? '', 'base64')}`,
  );
  expect(shown).toEqual([
    'a mill',
    ...['The first frame of the video:', 'image f', 'The last frame of the video:', 'image l'],
    ...['Reference image 1:', 'image r', 'The reference video:', 'video r', 'Reference image 2:', 'image r'],
  ]);
});

test.each([
  [preview, 2.9, 'duration'],
  [preview, 3, 'nothing was refused'],
  [preview, 10, 'nothing was refused'],
  [preview, 10.1, 'duration'],
  ['gemini-omni-1.1-flash', 11, 'duration'],
  ['gemini-omni-1.2-flash', 15, 'nothing was refused'],
  ['gemini-omni-1.2-flash', 16, 'duration'],
])('%s asked for %f seconds: %s', (model, seconds, param) => {
  expect(refusalOf({ secondsMs: seconds * 1_000 }, model)).toBe(param);
});

test('the preview renders 720p alone, its followers from 360p to 4k', () => {
  expect(refusalOf({ resolution: '1080p' })).toBe('resolution');
  for (const resolution of ['360p', '720p', '1080p', '4K']) {
    expect(refusalOf({ resolution }, 'gemini-omni-1.1-flash')).toBe('nothing was refused');
  }
  expect(refusalOf({ resolution: '2k' }, 'gemini-omni-1.1-flash')).toBe('resolution');
});

test('five images are taken, frames among them', () => {
  const four = Array.from({ length: 4 }, () => file('image', 'reference'));
  expect(refusalOf({ references: [file('image', 'first_frame'), ...four] })).toBe('nothing was refused');
  const six = [file('image', 'first_frame'), file('image', 'last_frame'), ...four];
  expect(refusalOf({ references: six })).toBe('images');
});

test('one video of 15 MB is taken, and not a byte more', () => {
  const most = 15 * 1024 * 1024;
  expect(refusalOf({ references: [file('video', 'reference', most)] })).toBe('nothing was refused');
  expect(refusalOf({ references: [file('video', 'reference', most + 1)] })).toBe('video');
  expect(refusalOf({ references: [file('video', 'reference'), file('video', 'reference')] })).toBe('video');
});

test('tokens of film are counted, and all tokens where that is what is told', () => {
  const asked = Usage.fromPartial({ calls: 1n, outputVisible: 5n });
  const usage = { total_input_tokens: 10, total_output_tokens: 50 };
  const byModality = [
    { modality: 'video', tokens: 40 },
    { modality: 'text', tokens: 10 },
  ];
  const read = (told: object) => {
    const report = readInteraction({ status: 'completed', usage: told }, asked, () => []);
    return report.kind === 'succeeded' ? report.usage : undefined;
  };
  expect(read({ ...usage, output_tokens_by_modality: byModality })).toMatchObject({
    ...{ calls: 1n, inputFresh: 10n, outputVisible: 40n },
  });
  expect(read(usage)).toMatchObject({ outputVisible: 50n });
  expect(read({ ...usage, output_tokens_by_modality: [] })).toMatchObject({ outputVisible: 50n });
  for (const total of [0, -1, 1e300, '50'])
    expect(read({ ...usage, total_output_tokens: total })).toBeUndefined();
  expect(read({ ...usage, total_input_tokens: -1 })).toMatchObject({ inputFresh: 0n });
  expect(read({})).toBeUndefined();
});
