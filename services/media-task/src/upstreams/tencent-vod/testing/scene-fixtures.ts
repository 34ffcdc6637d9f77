import type { Fields } from '../../../families/fields.ts';

const file = (name: string) => `https://files.example/${name}`;
const usual = { StorageMode: 'Temporary', Duration: 5, Resolution: '720P', AudioGeneration: 'Disabled' };

/** What a client asks of a model, and what becomes of it. */
export interface SceneFixture {
  /** As a channel calls it. */
  model: string;
  asked: Fields;
  sent: object;
  priced: [variant: string, milliseconds: bigint];
}

export const sceneFixtures: Record<string, SceneFixture> = {
  text: {
    model: 'Kling-2.6',
    asked: { negative_prompt: 'fog', enhance_prompt: true, seed: 7 },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '2.6',
      NegativePrompt: 'fog',
      EnhancePrompt: 'Enabled',
      Seed: 7,
      OutputConfig: { ...usual, AspectRatio: '16:9' },
    },
    priced: ['720P', 5_000n],
  },
  'an image': {
    model: 'Hailuo-2.3',
    asked: { image: file('first'), duration: 10, resolution: '1080p' },
    sent: {
      ModelName: 'Hailuo',
      ModelVersion: '2.3',
      FileInfos: [{ Type: 'Url', Category: 'Image', Url: file('first'), Usage: 'FirstFrame' }],
      OutputConfig: { StorageMode: 'Temporary', Duration: 10, Resolution: '1080P' },
    },
    priced: ['1080P', 10_000n],
  },
  references: {
    model: 'Vidu-q2-pro',
    asked: { images: [file('one'), file('two')], input_reference: file('three'), size: '1920x1080' },
    sent: {
      ModelName: 'Vidu',
      ModelVersion: 'q2-pro',
      FileInfos: ['one', 'two', 'three'].map((name, index) => ({
        Type: 'Url',
        Category: 'Image',
        Url: file(name),
        Usage: 'Reference',
        ObjectId: `ref_${index + 1}`,
      })),
      OutputConfig: { ...usual, Resolution: '1080P', AspectRatio: '16:9' },
    },
    priced: ['1080P', 5_000n],
  },
  'one reference of a model without frames': {
    model: 'Vidu-q3-mix',
    asked: { images: [file('one')] },
    sent: {
      ModelName: 'Vidu',
      ModelVersion: 'q3-mix',
      FileInfos: [{ Type: 'Url', Category: 'Image', Url: file('one'), Usage: 'Reference' }],
      OutputConfig: usual,
    },
    priced: ['720P', 5_000n],
  },
  'first and last frame': {
    model: 'GV-3.1-fast',
    asked: { input_reference: file('first'), metadata: { last_frame_url: file('last') } },
    sent: {
      ModelName: 'GV',
      ModelVersion: '3.1-fast',
      FileInfos: [{ Type: 'Url', Category: 'Image', Url: file('first'), Usage: 'FirstFrame' }],
      LastFrameUrl: file('last'),
      OutputConfig: { ...usual, Duration: 8 },
    },
    priced: ['720P', 8_000n],
  },
  'motion control': {
    model: 'Kling-3.0',
    asked: {
      metadata: {
        scene_type: 'motion_control',
        file_infos: [
          { type: 'Url', category: 'Image', url: file('dancer') },
          { type: 'Url', category: 'Video', url: file('dance'), keep_original_sound: 'Enabled' },
        ],
        ext_info: { keep_original_sound: 'yes', character_orientation: 'image' },
      },
    },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '3.0',
      FileInfos: [
        { Type: 'Url', Category: 'Image', Url: file('dancer'), Usage: 'FirstFrame' },
        {
          Type: 'Url',
          Category: 'Video',
          Url: file('dance'),
          Usage: 'Reference',
          KeepOriginalSound: 'Enabled',
        },
      ],
      SceneType: 'motion_control',
      OutputConfig: { ...usual, Duration: undefined },
      ExtInfo:
        '{"AdditionalParameters":"{\\"keep_original_sound\\":\\"yes\\",\\"character_orientation\\":\\"image\\"}"}',
    },
    priced: ['720P:motion_control', 10_000n],
  },
  'a digital human': {
    model: 'Kling-2.6',
    asked: {
      metadata: {
        scene_type: 'avatar_i2v',
        file_infos: [{ url: file('face') }, { category: 'Audio', url: file('speech') }],
      },
    },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '2.6',
      FileInfos: [
        { Type: 'Url', Category: 'Image', Url: file('face'), Usage: 'FirstFrame' },
        { Type: 'Url', Category: 'Audio', Url: file('speech'), Usage: 'Reference' },
      ],
      SceneType: 'avatar_i2v',
      OutputConfig: { ...usual, Duration: undefined },
    },
    priced: ['720P:avatar_i2v', 300_000n],
  },
  'lip sync': {
    model: 'Kling-2.6',
    asked: {
      metadata: {
        scene_type: 'lip_sync',
        ext_info:
          '{"AdditionalParameters":"{\\"session_id\\":\\"s1\\",\\"face_choose\\":[{\\"face_id\\":\\"0\\"}]}"}',
      },
    },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '2.6',
      SceneType: 'lip_sync',
      OutputConfig: { ...usual, Duration: undefined },
      ExtInfo:
        '{"AdditionalParameters":"{\\"session_id\\":\\"s1\\",\\"face_choose\\":[{\\"face_id\\":\\"0\\"}]}"}',
    },
    priced: ['720P:lip_sync', 60_000n],
  },
  'a template': {
    model: 'Vidu-q2',
    asked: {
      image: file('subject'),
      duration: 4,
      metadata: {
        scene_type: 'template_effect',
        ext_info: { AdditionalParameters: { template: 'morphlab' } },
      },
    },
    sent: {
      ModelName: 'Vidu',
      ModelVersion: 'q2',
      FileInfos: [{ Type: 'Url', Category: 'Image', Url: file('subject'), Usage: 'FirstFrame' }],
      SceneType: 'template_effect',
      OutputConfig: { ...usual, Duration: 4 },
      ExtInfo: '{"AdditionalParameters":"{\\"template\\":\\"morphlab\\"}"}',
    },
    priced: ['720P:template_effect', 4_000n],
  },
  'files with all that may be said of them, in place of other images': {
    model: 'PixVerse-v6',
    asked: {
      image: file('not-this-one'),
      metadata: {
        file_infos: [
          { type: 'File', file_id: '528589079', usage: 'Reference', reference_type: 'subject', text: 'cat' },
          { url: file('b'), usage: 'Reference', reference_type: 'background', object_id: 'o', voice_id: 'v' },
          { type: 'Url', url: file('last'), usage: 'FirstFrame' },
        ],
      },
    },
    sent: {
      ModelName: 'PixVerse',
      ModelVersion: 'v6',
      FileInfos: [
        {
          Type: 'File',
          Category: 'Image',
          FileId: '528589079',
          Usage: 'Reference',
          ReferenceType: 'subject',
          Text: 'cat',
        },
        {
          Type: 'Url',
          Category: 'Image',
          Url: file('b'),
          Usage: 'Reference',
          ReferenceType: 'background',
          ObjectId: 'o',
          VoiceId: 'v',
        },
        { Type: 'Url', Category: 'Image', Url: file('last'), Usage: 'FirstFrame' },
      ],
      OutputConfig: { StorageMode: 'Temporary', Duration: 5, Resolution: '720P' },
    },
    priced: ['720P', 5_000n],
  },
  subjects: {
    model: 'Vidu-q2',
    asked: {
      prompt: '[@ming] runs',
      metadata: { subject_infos: [{ name: 'ming', voice_id: 'v', image_urls: [file('ming')] }] },
    },
    sent: {
      ModelName: 'Vidu',
      ModelVersion: 'q2',
      Prompt: '[@ming] runs',
      SubjectInfos: [{ Name: 'ming', VoiceId: 'v', ImageUrls: [file('ming')] }],
      OutputConfig: { ...usual, AspectRatio: '16:9' },
    },
    priced: ['720P', 5_000n],
  },
  'an output that metadata describes, against what stands beside it': {
    model: 'kling-2.6',
    asked: {
      duration: 10,
      seconds: '12',
      size: '1280x720',
      resolution: '4K',
      metadata: {
        output_config: {
          storage_mode: 'Temporary',
          duration: 3,
          resolution: '1080P',
          aspect_ratio: '9:16',
          audio_generation: 'Enabled',
          person_generation: 'AllowAdult',
          off_peak: 'Disabled',
        },
      },
    },
    sent: {
      ModelName: 'Kling',
      ModelVersion: '2.6',
      OutputConfig: {
        StorageMode: 'Temporary',
        Duration: 3,
        Resolution: '1080P',
        AspectRatio: '9:16',
        AudioGeneration: 'Enabled',
        PersonGeneration: 'AllowAdult',
      },
    },
    priced: ['1080P:audio', 3_000n],
  },
};
