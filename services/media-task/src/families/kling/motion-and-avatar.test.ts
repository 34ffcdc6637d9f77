/** What requests for videos that are as long as a file take and refuse. */
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import { klingKinds } from './kinds.ts';

const url = 'https://files.example/a.png';
const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64');
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1').toString('base64');
const mebibyte = 1024 * 1024;
const sound = (length: number): string => Buffer.alloc(length, 'ID3', 'latin1').toString('base64');

const good = {
  'videos/motion-control': { image_url: url, video_url: url, character_orientation: 'image', mode: 'std' },
  'videos/avatar/image2video': { image: url, sound_file: url },
};
type Path = keyof typeof good;

function refusalOf(path: Path, more: object) {
  try {
    klingKinds[path].read({ ...good[path], ...more });
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`${path} takes ${JSON.stringify(more)}`);
}

test.each<[Path, object, object]>([
  ['videos/motion-control', { character_orientation: 'video' }, { character_orientation: 'left' }],
  ['videos/motion-control', { mode: 'pro' }, { mode: '4k' }],
  ['videos/motion-control', { keep_original_sound: 'no' }, { keep_original_sound: false }],
  ['videos/motion-control', { image_url: png }, { image_url: 'asset://person-1' }],
  ['videos/motion-control', { video_url: url }, { video_url: mp4 }],
  ['videos/motion-control', { prompt: 'x'.repeat(2_500) }, { prompt: 'x'.repeat(2_501) }],
  ['videos/avatar/image2video', { mode: 'pro' }, { mode: '4k' }],
  ['videos/avatar/image2video', { prompt: 'x'.repeat(2_500) }, { prompt: 'x'.repeat(2_501) }],
  ['videos/avatar/image2video', { sound_file: sound(5 * mebibyte) }, { sound_file: sound(5 * mebibyte + 1) }],
  ['videos/avatar/image2video', { sound_file: url }, { sound_file: png }],
  ['videos/avatar/image2video', { sound_file: '', audio_id: 'a' }, { sound_file: '', audio_id: 5 }],
])('%s takes %# and not what is out of range', (path, taken, refused) => {
  klingKinds[path].read({ ...good[path], ...taken });
  const [param = ''] = Object.keys(refused).slice(-1);
  expect(refusalOf(path, refused)).toMatchObject({
    status: 400,
    param,
    message: expect.stringContaining(param),
  });
});

test('an avatar says one thing', () => {
  expect(refusalOf('videos/avatar/image2video', { audio_id: 'a' }).param).toBe('sound_file');
});
