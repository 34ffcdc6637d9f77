/** Bodies of members that families know, with values that nobody should send: read, or refused by name, and never an internal error. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { checkTexts } from '../routes/bodies/check-texts.ts';
import { filmFamilies } from '../testing/film-families.ts';
import type { Fields } from './fields.ts';
import { images } from './images.ts';
import { familyOf } from './index.ts';
import { klingKinds } from './kling/kinds.ts';
import { fileMembers } from './members/refuse-unread.ts';

/** Names that every object has, and objects that cannot be made a text. */
const odd = ['constructor', '__proto__', 'toString', { toString: 1 }, JSON.parse('{"__proto__":{"a":1}}')];
const empty = [null, '', ' ', [], {}, [null], [[]]];
const numbers = [0, -1, 1.5, 5, 1e308, '5', '05', '5s', '1e1'];
const words = ['720P', '1280x720', '0x0', '16:9', 'auto', '2K', 'pro', 'on', 'a'.repeat(40_000)];
const files = ['https://a.test/x', 'http://', 'https://u:p@a.test/', 'asset://one', 'data:,', 'aGk='];
const plain = fc.constantFrom<unknown>(...odd, ...empty, ...numbers, ...words, ...files, true, false);

const inner = [
  ...['file_infos', 'scene_type', 'output_config', 'ext_info', 'subject_infos', 'last_frame', 'mode', 'seed'],
  ...['duration', 'resolution', 'storage_mode', 'type', 'role', 'url', 'category', 'usage', 'image_url'],
  ...['config', 'zoom', 'image', 'images', 'mask', 'trajectories', 'prompt', 'element_id', 'constructor'],
];
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    plain,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...inner), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

const outer = [
  ...fileMembers,
  ...['metadata', 'seconds', 'duration', 'size', 'resolution', 'ratio', 'aspect_ratio', 'n', 'seed', 'mode'],
  ...[
    'negative_prompt',
    'cfg_scale',
    'sound',
    'quality',
    'stream',
    'camera_control',
    'multi_shot',
    'shot_type',
  ],
  ...['multi_prompt', 'dynamic_masks', 'static_mask', 'element_list', 'input', 'effect_scene', 'human_image'],
];
/** What is found too seldom where everything may stand everywhere. */
const members = fc.dictionary(fc.constantFrom(...inner), plain, { maxKeys: 4, noNullPrototype: true });
const deep = fc.record(
  { content: fc.array(members, { maxLength: 3 }), metadata: fc.record({ output_config: members }) },
  { requiredKeys: [] },
);
const body = fc
  .tuple(
    fc.constantFrom('a mill', '', 7),
    fc.dictionary(fc.constantFrom(...outer), value, { maxKeys: 4, noNullPrototype: true }),
    fc.option(deep, { nil: {} }),
  )
  .map(([prompt, fields, others]) => ({ prompt, ...fields, ...others }));

const readers: [string, (fields: Fields) => unknown][] = [
  ...filmFamilies.map((family): [string, (fields: Fields) => unknown] => {
    const traits = Media.fromPartial({ family });
    return [family, (fields) => familyOf(traits)?.read(fields, traits)];
  }),
  ['tasks of images', (fields) => familyOf(tasks)?.read(fields, tasks)],
  ['images', (fields) => images.read(fields, Media.create())],
  ...Object.entries(klingKinds).map(([path, { read }]): [string, (fields: Fields) => unknown] => [
    path,
    read,
  ]),
];
const tasks = Media.fromPartial({ imageTask: true, imageSizes: ['1K', '2K'] });

test.each(readers)('%s reads any body, or refuses it with 400', (_name, read) => {
  fc.assert(
    fc.property(body, (fields) => {
      try {
        checkTexts(fields);
        read(fields);
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
        expect(error.fault).toMatchObject({ status: 400, code: 'invalid_request' });
        expect(error.fault.message).not.toMatch(/native code/);
      }
    }),
    { numRuns: 800 },
  );
});
