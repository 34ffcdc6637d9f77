/** A body says the same in JSON and in any form: with lists as each client writes them, and texts of every kind. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import type { Fields } from '../../families/fields.ts';
import { familyOf } from '../../families/index.ts';
import { readForm } from './read-form.ts';

const address = fc.nat(5).map((place) => `https://files.test/${place}.png`);
const addresses = fc.oneof(address, fc.array(address, { minLength: 1, maxLength: 3 }));
const oddTexts = ['a\nb', 'a\r\nb', 'a+b&c=d %20', ' a ', '\ufeffa', 'a\u2028b', '"a"; name="b"'];
const text = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom(...oddTexts));
const seconds = fc.integer({ min: 1, max: 12 });
const output = fc.record({ duration: seconds, resolution: fc.constantFrom('720P', '2K') });

const members: Record<string, fc.Arbitrary<unknown>> = {
  ...{ seconds, duration: seconds, negative_prompt: text, seed: fc.nat(), n: fc.nat(5) },
  ...{ image: addresses, images: addresses, input_reference: addresses },
  ...{ first_frame_image: address, last_frame_image: address, image_tail: address },
  size: fc.constantFrom('1280x720', '16:9'),
  resolution: fc.constantFrom('720p', '1080p', '2K'),
  cfg_scale: fc.constantFrom(0.5, 1),
  enhance_prompt: fc.boolean(),
  metadata: fc.record({
    last_frame: address,
    last_frame_url: address,
    output_config: output,
    seed: fc.nat(),
  }),
};
const body = fc
  .uniqueArray(fc.constantFrom(...Object.keys(members)), { maxLength: 4 })
  .chain((names) =>
    fc.record({ prompt: text, ...Object.fromEntries(names.map((name) => [name, members[name] ?? text])) }),
  );

type NameInList = (name: string, index: number) => string;
const lists: readonly NameInList[] = [
  (name) => name,
  (name) => `${name}[]`,
  (name, index) => `${name}[${index}]`,
];

function entriesOf(fields: object, nameInList: NameInList): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((item, index) => [nameInList(name, index), String(item)]);
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

/** As curl writes one: what is a line break in a text stays as it is. */
function inParts(entries: [string, string][]): [type: string, body: Buffer] {
  const parts = entries.map(
    ([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return ['multipart/form-data; boundary=cut', Buffer.from(`${parts.join('')}--cut--\r\n`)];
}

function inPairs(entries: [string, string][]): [type: string, body: Buffer] {
  return ['application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(entries).toString())];
}

/** What is read, or the member for which it is refused. */
function read(family: string, fields: Fields): unknown {
  const traits = Media.fromPartial(family === 'tasks of images' ? { imageTask: true } : { family });
  try {
    const wish = familyOf(traits)?.read(fields, traits);
    return { ...wish, references: wish?.references.map(({ param: _param, ...reference }) => reference) };
  } catch (error) {
    if (error instanceof FaultError) return error.fault.param;
    throw error;
  }
}

test.each(['V1', 'V2', 'V9', 'V10', 'kling', 'tasks of images'])(
  '%s reads the same of JSON and of a form',
  async (family) => {
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom(...lists),
        fc.constantFrom(inParts, inPairs),
        async (fields, nameInList, write) => {
          const form = await readForm(...write(entriesOf(fields, nameInList)));
          expect(read(family, form)).toEqual(read(family, fields));
        },
      ),
      { numRuns: 300 },
    );
  },
);
