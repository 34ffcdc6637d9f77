/** What images of tasks are sent as, and priced by. */
import { describe, expect, test } from 'vitest';
import type { Fields } from '../../families/fields.ts';
import { order, refusalOf, submit } from './testing/vendor.ts';

const file = (name: string) => `https://files.example/${name}`;

interface Fixture {
  model: string;
  asked: Fields;
  sizes?: string[];
  sent: object;
  priced: [variant: string, count: bigint];
}

const fixtures: Record<string, Fixture> = {
  'a text alone, of a Gemini-like model': {
    model: 'GG-3.0',
    asked: {},
    sent: { ModelName: 'GG', ModelVersion: '3.0', OutputConfig: { Resolution: '1K' } },
    priced: ['1K', 1n],
  },
  'a size in pixels, of a model that has ratios': {
    model: 'GEM-3.1',
    asked: { size: '2560x1440', image: file('a'), images: [file('b'), file('a')] },
    sent: {
      ModelName: 'GEM',
      ModelVersion: '3.1',
      FileInfos: [
        { Type: 'Url', Url: file('a') },
        { Type: 'Url', Url: file('b') },
      ],
      OutputConfig: { Resolution: '2K', AspectRatio: '16:9' },
    },
    priced: ['2K', 1n],
  },
  'a ratio, at the first size that the row names': {
    model: 'Kling-O1',
    asked: { size: '21:9', n: 3 },
    sizes: ['2K', '4K'],
    sent: {
      ModelName: 'Kling',
      ModelVersion: 'O1',
      OutputConfig: { Resolution: '2K', AspectRatio: '21:9', OutputImageCount: 3 },
    },
    priced: ['2K', 3n],
  },
  'an output that metadata describes, against the size': {
    model: 'OG-image2_high',
    asked: {
      size: '1024x1024',
      n: '2',
      metadata: { output_config: { resolution: '4k', person_generation: 'Disallowed' } },
    },
    sizes: ['1K', '2K', '4K'],
    sent: {
      ModelName: 'OG',
      ModelVersion: 'image2_high',
      OutputConfig: {
        Resolution: '4K',
        AspectRatio: '1:1',
        PersonGeneration: 'Disallowed',
        OutputImageCount: 2,
      },
    },
    priced: ['4K', 2n],
  },
  'a ratio that metadata gives, against that of the size': {
    model: 'OG-image2_low',
    asked: { size: '2048x2048', metadata: { output_config: { aspect_ratio: '9:21' } } },
    sent: {
      ModelName: 'OG',
      ModelVersion: 'image2_low',
      OutputConfig: { Resolution: '2K', AspectRatio: '9:21', OutputImageCount: 1 },
    },
    priced: ['2K', 1n],
  },
  'a size to the pixel, of a GPT-like model': {
    model: 'OG-image2_medium',
    asked: { size: '1536x1024', metadata: { ext_info: { background: 'transparent' } } },
    sent: {
      ModelName: 'OG',
      ModelVersion: 'image2_medium',
      OutputConfig: { OutputImageCount: 1 },
      ExtInfo: '{"AdditionalParameters":"{\\"background\\":\\"transparent\\",\\"size\\":\\"1536x1024\\"}"}',
    },
    priced: ['2K', 1n],
  },
  'a mask': {
    model: 'OG-image2_low',
    asked: {
      metadata: {
        file_infos: [
          { type: 'Url', category: 'Image', url: file('a') },
          { type: 'Url', url: file('mask'), reference_type: 'mask' },
        ],
      },
    },
    sent: {
      ModelName: 'OG',
      ModelVersion: 'image2_low',
      FileInfos: [
        { Type: 'Url', Url: file('a') },
        { Type: 'Url', Url: file('mask'), ReferenceType: 'mask' },
      ],
      OutputConfig: { Resolution: '1K', OutputImageCount: 1 },
    },
    priced: ['1K', 1n],
  },
  'pixels of a model that takes nothing else': {
    model: 'Hunyuan-3.0',
    asked: { negative_prompt: 'fog', metadata: { enhance_prompt: 'Disabled', seed: 7 } },
    sent: {
      ModelName: 'Hunyuan',
      ModelVersion: '3.0',
      NegativePrompt: 'fog',
      EnhancePrompt: 'Disabled',
      Seed: 7,
      OutputConfig: {},
      ExtInfo: '{"AdditionalParameters":"{\\"size\\":\\"1024x1024\\"}"}',
    },
    priced: ['1K', 1n],
  },
  'an image that grows': {
    model: 'Kling-3.0',
    asked: {
      image: file('a'),
      metadata: { scene_type: 'image_expand', ext_info: { up_expansion_ratio: 0.1 } },
    },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '3.0',
      FileInfos: [{ Type: 'Url', Url: file('a') }],
      SceneType: 'image_expand',
      OutputConfig: { Resolution: '1K', OutputImageCount: 1 },
      ExtInfo: '{"AdditionalParameters":"{\\"up_expansion_ratio\\":0.1}"}',
    },
    priced: ['1K', 1n],
  },
};

describe.each(Object.entries(fixtures))('%s', (_name, { model, asked, sizes, sent, priced }) => {
  test('is sent as the vendor writes it', async () => {
    const { action, body } = await submit(order('image-task', model, asked, sizes), model);
    expect(action).toBe('CreateAigcImageTask');
    const { OutputConfig, ...others } = { OutputConfig: {}, ...sent };
    expect(body).toEqual({
      SubAppId: 251_007_502,
      Prompt: 'a mill',
      SessionId: 'request-1.1',
      ...others,
      OutputConfig: { StorageMode: 'Temporary', ...OutputConfig },
    });
  });

  test('is priced by what is sent', () => {
    const { usage } = order('image-task', model, asked, sizes);
    expect(usage.metered.map(({ variant, quantity }) => [variant, quantity])).toEqual([priced]);
  });
});

const files = (count: number) => Array.from({ length: count }, (_, index) => file(String(index)));

describe('limits', () => {
  test.each([
    ['GG-2.5', 3, 1],
    ['GG-3.0', 14, 1],
    ['GEM-3.1-lite', 14, 1],
    ['Kling-2.1', 4, 9],
    ['Kling-3.0', 1, 9],
    ['Kling-3.0-Omni', 10, 9],
    ['Kling-O1', 10, 9],
    ['Vidu-q2', 7, 1],
    ['Hunyuan-3.0', 3, 1],
    ['OG-image2_low', 16, 8],
  ] as const)('%s takes %i and makes up to %i', (model, taken, made) => {
    expect(order('image-task', model, { images: files(taken) }).wish.references).toHaveLength(taken);
    expect(refusalOf('image-task', model, { images: files(taken + 1) })).toMatchObject({ param: 'images' });
    expect(order('image-task', model, { n: made }).wish.imageCount).toBe(made);
    for (const n of [0, made + 1]) {
      const { param, message } = refusalOf('image-task', model, { n });
      expect({ param, isNamed: message.includes(`n is ${n}`) }).toEqual({ param: 'n', isNamed: true });
    }
  });

  test.each([
    ['OG-image2_low', ['1024x640', '3840x2160'], ['1024x639', '1024x624', '3840x2176', '1025x1024']],
    ['Hunyuan-3.0', ['512x512', '2048x512', '1024x1024'], ['511x1024', '2049x512', '1024x1025', '16:9']],
    ['GG-3.0', ['1280x720', '1024x1024'], ['1000x300']],
    ['Vidu-q2', ['2560x1440'], ['1280x720']],
  ])('%s renders %j and not %j', (model, taken, refused) => {
    for (const size of taken) expect(order('image-task', model, { size }).wish.size).toBeDefined();
    for (const size of refused) {
      expect(refusalOf('image-task', model, { size })).toMatchObject({ status: 400, param: 'size' });
    }
  });

  test('a longer edge of 1280 is 1K, of 2560 is 2K, and beyond 4K', () => {
    const tierOf = (size: string) => order('image-task', 'OG-image2_low', { size }).wish.resolution;
    expect(['1280x720', '1296x720', '2560x1440', '2576x1440'].map(tierOf)).toEqual(['1K', '2K', '2K', '4K']);
  });

  test('sizes that the model’s row does not name are refused', () => {
    const sizes = ['1K', '2K'];
    const config = { metadata: { output_config: { resolution: '4K' } } };
    expect(refusalOf('image-task', 'GG-3.0', config, sizes).param).toBe('metadata.output_config.resolution');
    expect(refusalOf('image-task', 'GG-3.0', { size: '3840x2160' }, sizes).param).toBe('size');
    expect(order('image-task', 'GG-3.0', { size: '2560x1440' }, sizes).wish.resolution).toBe('2K');
  });
});
