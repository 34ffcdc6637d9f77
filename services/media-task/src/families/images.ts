import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { imageSizesOf } from '@headgate/proto/image-sizes';
import type { Family } from './family.ts';
import { type Fields, readPrompt, readText, readWhole } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { checkAddress } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { refuse, show } from './refuse.ts';
import { readSize } from './size.ts';
import type { Reference, Wish } from './wish.ts';

const mostImages = 10;
const mostReferences = 16;
const resolutions = ['1K', '2K', '4K'];
const ratio = /^[1-9]\d?:[1-9]\d?$/;

/** Members with a closed list of words: what a vendor has no word for is left out of what it is sent. */
const words = {
  quality: ['low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd', 'auto'],
  response_format: ['url', 'b64_json'],
  output_format: ['png', 'jpeg', 'webp'],
  background: ['transparent', 'opaque', 'auto'],
  moderation: ['low', 'auto'],
  style: ['vivid', 'natural'],
};

/** Images as OpenAI's route for them asks for them, in tasks of their own. References are addresses alone. */
export const images: Family = {
  name: 'image',
  takesForms: false,
  read(fields, traits) {
    refuseUnread(fields, ['image']);
    const { stream } = fields;
    if (stream !== undefined && stream !== null && stream !== false) {
      refuse('stream', `stream is ${show(stream)}; a task is asked for, and not streamed.`);
    }
    const seed = readWhole(fields, 'seed');
    return {
      prompt: readPrompt(fields),
      imageCount: readRange(fields, 'n', 1, mostImages) ?? 1,
      references: readAddresses(fields),
      ...readMeasures(fields, traits),
      ...(seed !== undefined && { seed }),
      options: readOptions(fields),
    };
  },
};

function readOptions(fields: Fields): Record<string, unknown> {
  const named = Object.entries(words).map(([name, known]) => [name, readChoice(fields, name, known)]);
  const compression = readRange(fields, 'output_compression', 0, 100);
  const { watermark } = fields;
  if (watermark !== undefined && watermark !== null && typeof watermark !== 'boolean') {
    refuse('watermark', `watermark is ${show(watermark)}; it must be true or false.`);
  }
  const all = [
    ...named,
    ['output_compression', compression],
    ['watermark', typeof watermark === 'boolean' ? watermark : undefined],
  ];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function readRange(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = readWhole(fields, name);
  if (value !== undefined && (value < least || value > most)) {
    refuse(name, `${name} is ${value}; it must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

function readAddresses({ image }: Fields): Reference[] {
  if (image === undefined || image === null) return [];
  if (!Array.isArray(image)) refuse('image', `image is ${show(image)}; it must be a list of addresses.`);
  if (image.length > mostReferences) {
    refuse('image', `image has ${image.length} addresses; at most ${mostReferences} are taken.`);
  }
  return image.map((value: unknown, index) => {
    const param = `image[${index}]`;
    if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) {
      refuse(param, `${param} is ${show(value)}; it must be a public http or https address.`);
    }
    return {
      kind: 'image' as const,
      role: 'reference' as const,
      source: { url: checkAddress(value, param) },
      param,
    };
  });
}

/** A row with sizes of its own has these alone: a ratio is the size that it stands for, and nothing is the square. */
function readMeasures(fields: Fields, traits: Media): Pick<Wish, 'size' | 'ratio' | 'resolution'> {
  const text = readText(fields, 'size');
  const sizes = imageSizesOf(traits);
  if (sizes) {
    const { presets, problemOf } = sizes;
    const preset = Object.hasOwn(presets, text ?? '1:1') ? presets[text ?? '1:1'] : undefined;
    if (preset !== undefined) return { size: readSize({ size: preset }) };
    if (text === undefined || !/^\d+x\d+$/i.test(text)) {
      const taken = [...Object.keys(presets), 'pixels such as 1024x1024'].join(', ');
      refuse('size', `size is ${show(text)}; it must be one of ${taken}.`);
    }
    const size = readSize(fields);
    const isPreset = Object.values(presets).includes(text.toLowerCase());
    const problem = size && !isPreset ? problemOf(size.width, size.height) : undefined;
    if (problem !== undefined) refuse('size', `size is ${show(text)}; it ${problem}.`);
    return { size };
  }
  if (text === undefined || text === 'auto') return {};
  if (resolutions.includes(text)) return { resolution: text };
  return ratio.test(text) ? { ratio: text } : { size: readSize(fields) };
}
