/** Kling's family in the unified dialects: its limits at a bound and beside it. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import { kling } from './kling.ts';
import type { Wish } from './wish.ts';

function read(fields: object): Wish {
  return kling.read({ prompt: 'a mill', ...fields }, Media.fromPartial({}));
}

function refusalOf(fields: object) {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`it takes ${JSON.stringify(fields)}`);
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://files.example/${index}`);
const [address] = addresses(1);

test.each([
  ['prompt', 'x'.repeat(2_500), 'x'.repeat(2_501)],
  ['negative_prompt', 'x'.repeat(2_500), 'x'.repeat(2_501)],
  ['duration', 3, 2],
  ['duration', '15', '16'],
  ['seconds', '10', '10.5'],
  ['mode', '4K', '2k'],
  ['aspect_ratio', '1:1', '4:3'],
  ['cfg_scale', 1, 1.5],
  ['sound', 'on', 'yes'],
  ['images', addresses(4), addresses(5)],
])('takes %s as %j and not as %j', (member, taken, refused) => {
  read({ [member]: taken });
  expect(refusalOf({ [member]: refused })).toMatchObject({ status: 400, param: member });
});

test('one image is the first frame, image_tail is the last one, images are references', () => {
  const roles = (fields: object) => read(fields).references.map(({ role }) => role);
  expect(roles({ image: address })).toEqual(['first_frame']);
  expect(roles({ input_reference: address, image: address })).toEqual(['first_frame']);
  expect(roles({ image: address, image_tail: 'https://files.example/end' })).toEqual([
    'first_frame',
    'last_frame',
  ]);
  expect(roles({ images: addresses(2) })).toEqual(['reference', 'reference']);
  expect(refusalOf({ image: address, images: addresses(2) })).toMatchObject({ param: 'images' });
  expect(refusalOf({ image: addresses(2) })).toMatchObject({ param: 'image' });
});
