import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';
import { toPrice } from './to-price.ts';

function read(price: unknown): Price {
  const document = readDocument(Buffer.from(JSON.stringify({ models: { m: { price } } })));
  const entry = document.models.m;
  if (!entry) throw new Error('the model is lost');
  return toPrice('m', entry);
}

const price = (of: Partial<Price>): Price => Price.fromPartial({ ...of, model: 'm' });

test('every class of tokens is sent, and a tier with what it names', () => {
  const classes = {
    cache_read: 0.3,
    cache_write: 3.75,
    cache_write_1h: 6,
    output: 15,
    reasoning: 16,
    audio_input: 4,
    image_input: 5,
    audio_output: 20,
  };
  const tiers = [{ above: 200_000, input: 6, cache_write_1h: 12, output: 22.5 }];
  expect(read({ input: 3, ...classes, tiers })).toEqual(
    price({
      input: '3',
      cacheRead: '0.3',
      cacheWrite: '3.75',
      cacheWrite1h: '6',
      output: '15',
      reasoning: '16',
      audioInput: '4',
      imageInput: '5',
      audioOutput: '20',
      tiers: [PriceTier.fromPartial({ above: 200_000n, input: '6', cacheWrite1h: '12', output: '22.5' })],
    }),
  );
});

test('one price of a minute is for what is heard and what is said, two are for each', () => {
  const minute = (unit: MeteredUnit, text: string) => ({ unit, variant: '', price: text });
  const { AUDIO_INPUT_MINUTE: heard, AUDIO_OUTPUT_MINUTE: said } = MeteredUnit;
  expect(read({ minute: 0.006 }).metered).toEqual([minute(heard, '0.006'), minute(said, '0.006')]);
  expect(read({ minute: { output: '0.02' } }).metered).toEqual([minute(said, '0.02')]);
});

test('tokens of images that are made have a price of their own', () => {
  const { IMAGE_OUTPUT_TOKEN: unit } = MeteredUnit;
  expect(read({ output: 12, image_output: 120 }).metered).toEqual([{ unit, variant: '', price: '120' }]);
});

test('characters, tools, sizes and resolutions are sent by their names', () => {
  const { SECOND, IMAGE, CHARACTER, TOOL_CALL } = MeteredUnit;
  const { metered } = read({
    second: { '720p': 0.1 },
    image: { '1024x1024:high': 0.17, '1024x1024': 0.04 },
    character: 15,
    tools: { web_search: 10, file_search: 2.5 },
  });
  expect(metered.map(({ unit, variant, price: text }) => [unit, variant, text])).toEqual([
    [SECOND, '720p', '0.1'],
    [IMAGE, '1024x1024:high', '0.17'],
    [IMAGE, '1024x1024', '0.04'],
    [CHARACTER, '', '15'],
    [TOOL_CALL, 'web_search', '10'],
    [TOOL_CALL, 'file_search', '2.5'],
  ]);
});

test.each([
  ['a tier above nothing', { input: 1, tiers: [{ above: 0, input: 2 }] }, 'models.m.price.tiers[0].above'],
  [
    'a tier with a strange member',
    { input: 1, tiers: [{ above: 1, call: 2 }] },
    'models.m.price.tiers[0].call',
  ],
  ['a minute with a strange member', { minute: { both: 1 } }, 'models.m.price.minute.both'],
  ['a tool that nobody counts', { input: 1, tools: { web_serach: 10 } }, 'models.m.price.tools.web_serach'],
  ['a tool without a price', { input: 1, tools: { web_search: '' } }, 'models.m.price.tools.web_search'],
])('%s is refused by its path', (_name, refused, path) => {
  expect(() => read(refused)).toThrow(path);
});
