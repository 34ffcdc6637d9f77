/** What a request for a video of whatever comes along takes and refuses. */
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import { readOmni } from './omni.ts';

const url = 'https://files.example/a.png';
const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64');
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1').toString('base64');
const prompt = '<<<image_1>>> walks through <<<element_1>>>';

function refusalOf(more: object) {
  try {
    readOmni({ prompt, ...more });
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`${JSON.stringify(more)} is taken`);
}

const images = (...types: (string | undefined)[]) => ({
  image_list: types.map((type) => ({ image_url: url, ...(type !== undefined && { type }) })),
});
const plain = (count: number) => images(...Array<undefined>(count).fill(undefined));
const elements = (count: number) => ({ element_list: Array(count).fill({ element_id: 7 }) });
const video = (more: object = {}) => ({ video_list: [{ video_url: url, refer_type: 'feature', ...more }] });
const edited = video({ refer_type: 'base' });
const [start, end] = ['first_frame', 'end_frame'];
const shots = { multi_shot: true, shot_type: 'intelligence' };

test.each<[string, object, object, string]>([
  ['prompt', { prompt: 'x'.repeat(2_500) }, { prompt: 'x'.repeat(2_501) }, 'prompt'],
  ['duration', { duration: '15' }, { duration: '16' }, 'duration'],
  ['mode', { mode: '4k' }, { mode: '8k' }, 'mode'],
  ['aspect_ratio', { aspect_ratio: '1:1' }, { aspect_ratio: '4:3' }, 'aspect_ratio'],
  ['sound', { sound: 'on' }, { sound: 'on', ...video() }, 'sound'],
  ['images', plain(7), plain(8), 'image_list'],
  ['images beside a video', { ...plain(4), ...video() }, { ...plain(5), ...video() }, 'image_list'],
  ['images and elements', { ...plain(4), ...elements(3) }, { ...plain(4), ...elements(4) }, 'image_list'],
  ['elements beside a video', { ...elements(4), ...video() }, { ...elements(5), ...video() }, 'element_list'],
  ['a role', images(start), images('frame'), 'image_list[0].type'],
  ['a last frame', images(start, end), images(end), 'image_list'],
  ['a last frame among images', images(start, end), images(start, end, undefined), 'image_list'],
  [
    'a last frame with shots',
    { ...images(start), ...shots },
    { ...images(start, end), ...shots },
    'image_list',
  ],
  ['frames', images(start, end), images(start, start), 'image_list'],
  ['frames of an edited video', { ...plain(1), ...edited }, { ...images(start), ...edited }, 'image_list'],
  ['videos', video(), { video_list: [...video().video_list, ...video().video_list] }, 'video_list'],
  ['bytes of a video', video(), video({ video_url: mp4 }), 'video_list[0].video_url'],
  ['what a video is for', edited, video({ refer_type: 'style' }), 'video_list[0].refer_type'],
  [
    'the sound of a video',
    video({ keep_original_sound: 'yes' }),
    video({ keep_original_sound: true }),
    'video_list[0].keep_original_sound',
  ],
  [
    'an image',
    { image_list: [{ image_url: png }] },
    { image_list: [{ image: url }] },
    'image_list[0].image_url',
  ],
  ['an item', plain(1), { image_list: [url] }, 'image_list[0]'],
  [
    'the id of an element',
    { element_list: [{ element_id: '829836802793406551' }] },
    { element_list: [{ element_id: 829836802793406600 }] },
    'element_list[0].element_id',
  ],
  ['an element', elements(1), { element_list: [{ element_id: 'cat' }] }, 'element_list[0].element_id'],
])('%s: %j is taken, %j is not', (_what, taken, refused, param) => {
  readOmni({ prompt, ...taken });
  expect(refusalOf(refused)).toMatchObject({ status: 400, param, message: expect.stringContaining(param) });
});

test('a video of which nothing is said is edited', () => {
  const [reference] = readOmni({ prompt, video_list: [{ video_url: url }] }).references;
  expect(reference?.options?.refer_type).toBe('base');
});

test('what is not in the list of its members is left out', () => {
  const { options } = readOmni({
    prompt,
    cfg_scale: 0.5,
    camera_control: { type: 'down_back' },
    voice_list: [],
  });
  expect(options).toEqual({});
});
