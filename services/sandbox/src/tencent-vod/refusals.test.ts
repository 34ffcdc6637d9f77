import { expect, test } from 'vitest';
import { checkImageRequest } from './image-request.ts';
import { checkVideoRequest } from './video-request.ts';

const film = { SubAppId: 1, ModelName: 'Kling', ModelVersion: '2.6', Prompt: 'a cat' };
const picture = { SubAppId: 1, ModelName: 'GG', ModelVersion: '2.5', Prompt: 'a cat' };
const image = { Type: 'Url', Category: 'Image', Url: 'https://example.com/a.png' };
const clip = { Type: 'Url', Category: 'Video', Url: 'https://example.com/a.mp4' };
const extra = (given: object) => JSON.stringify({ AdditionalParameters: JSON.stringify(given) });

test.each<[string, object, string]>([
  ['a parameter that there is not', { Size: '720P' }, 'UnknownParameter'],
  ['a number as text', { Seed: 1.5 }, 'InvalidParameter'],
  ['no prompt and nothing else', { Prompt: '' }, 'MissingParameter'],
  ['a model that there is not', { ModelName: 'Klang' }, 'InvalidParameterValue'],
  ['a version of another model', { ModelVersion: 'q2' }, 'InvalidParameterValue'],
  ['a length that the model has not', { OutputConfig: { Duration: 16 } }, 'InvalidParameterValue'],
  ['a ratio that the model has not', { OutputConfig: { AspectRatio: '21:9' } }, 'InvalidParameterValue'],
  ['a word outside of a list', { EnhancePrompt: 'true' }, 'InvalidParameterValue'],
  ['a file from nowhere', { FileInfos: [{ Type: 'Url' }] }, 'MissingParameter'],
  [
    'a data URL as base64',
    { FileInfos: [{ Type: 'Base64', Base64: 'data:image/png;base64,AA' }] },
    'InvalidParameterValue',
  ],
  ['a last frame without a first', { LastFrameUrl: 'https://example.com/b.png' }, 'InvalidParameterValue'],
  ['a scene of another model', { SceneType: 'template_effect' }, 'InvalidParameterValue'],
  ['a scene without its film', { SceneType: 'motion_control', FileInfos: [image] }, 'InvalidParameterValue'],
  [
    'lips without a face',
    { SceneType: 'lip_sync', ExtInfo: extra({ session_id: 's' }) },
    'InvalidParameterValue',
  ],
  ['extra parameters that are no JSON', { ExtInfo: '{"AdditionalParameters":{}}' }, 'InvalidParameterValue'],
  ['a session id that is too long', { SessionId: 'x'.repeat(51) }, 'InvalidParameterValue.SessionIdTooLong'],
])('%s is refused', (_, given, code) => {
  expect(checkVideoRequest({ ...film, ...given })).toMatchObject({ code });
});

test.each<[string, object]>([
  [
    'motion control',
    { SceneType: 'motion_control', FileInfos: [image, clip], ExtInfo: extra({ keep_original_sound: 'no' }) },
  ],
  ['an avatar', { SceneType: 'avatar_i2v', FileInfos: [image] }],
  ['lips', { SceneType: 'lip_sync', ExtInfo: extra({ session_id: 's', face_choose: [] }) }],
  ['frames', { FileInfos: [{ ...image, Usage: 'FirstFrame' }], LastFrameUrl: 'https://example.com/b.png' }],
  ['a template', { ModelName: 'Vidu', ModelVersion: 'q2', SceneType: 'template_effect', FileInfos: [image] }],
])('%s: taken', (_, given) => {
  expect(checkVideoRequest({ ...film, ...given })).toBeNull();
});

test.each<[string, object]>([
  ['too many images', { FileInfos: Array.from({ length: 4 }, () => ({ Type: 'Url', Url: image.Url })) }],
  ['more pictures than the model makes', { OutputConfig: { OutputImageCount: 2 } }],
  [
    'a size that the model has not',
    { ModelName: 'OG', ModelVersion: 'image2_low', ExtInfo: extra({ size: '100x100' }) },
  ],
])('%s in a picture task: refused', (_, given) => {
  expect(checkImageRequest({ ...picture, ...given })).toMatchObject({ code: 'InvalidParameterValue' });
});
