import { asObject, type Json } from '../../call/json.ts';
import { showSize } from '../../families/size.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import type { Submission } from '../upstream.ts';
import type { Call } from './call.ts';
import { findImageModel } from './image-models.ts';
import { findVideoModel } from './video-models.ts';

/** An action and its parameters. What is made stays with the vendor for a week, and is kept nowhere else. */
export function writeCreate({ wish, upstreamModel, clientRequestId }: Submission): Call {
  const { imageCount } = wish;
  const isVideo = imageCount === undefined;
  const { prefix } = isVideo ? findVideoModel(upstreamModel) : findImageModel(upstreamModel);
  const { options } = wish;
  const parameters = {
    ...namesOf(upstreamModel, prefix),
    ...(isVideo ? videoMembers(wish) : imageMembers(wish, imageCount, upstreamModel)),
    SceneType: options.sceneType,
    Prompt: wish.prompt,
    NegativePrompt: wish.negativePrompt,
    EnhancePrompt: toSwitch(options.enhancePrompt),
    Seed: wish.seed,
    ExtInfo: toExtInfo({ ...asObject(options.parameters), ...(!isVideo && exactSize(wish)) }),
    // Taken once in three days: a create that was delivered twice makes one thing.
    SessionId: clientRequestId,
  };
  return { action: isVideo ? 'CreateAigcVideoTask' : 'CreateAigcImageTask', parameters, clientRequestId };
}

/** `Kling-3.0-Omni` is version `3.0-Omni` of `Kling`, in the vendor's own case. */
function namesOf(upstreamModel: string, prefix: string): Json {
  const dash = upstreamModel.indexOf('-');
  const given = dash === -1 ? upstreamModel : upstreamModel.slice(0, dash);
  const [known = given] = prefix.split('-');
  return { ModelName: known || given, ModelVersion: dash === -1 ? '' : upstreamModel.slice(dash + 1) };
}

function videoMembers({ references, options, secondsMs, resolution, ratio }: Wish): Json {
  const last = references.find(({ role, source }) => role === 'last_frame' && !('bytes' in source));
  const files = references.filter((reference) => reference !== last);
  return {
    FileInfos: files.length === 0 ? undefined : files.map(toVideoFile),
    ...(last && toLastFrame(last)),
    SubjectInfos: options.subjects,
    OutputConfig: {
      StorageMode: 'Temporary',
      Duration: secondsMs === undefined ? undefined : secondsMs / 1_000,
      Resolution: resolution,
      AspectRatio: ratio,
      AudioGeneration: toSwitch(options.audio),
      PersonGeneration: options.personGeneration,
    },
  };
}

function imageMembers(wish: Wish, imageCount: number, upstreamModel: string): Json {
  const { references, options } = wish;
  const { images, resolutions } = findImageModel(upstreamModel);
  const isExact = exactSize(wish) !== undefined || resolutions.length === 0;
  return {
    FileInfos: references.length === 0 ? undefined : references.map(toImageFile),
    OutputConfig: {
      StorageMode: 'Temporary',
      Resolution: isExact ? undefined : wish.resolution,
      AspectRatio: wish.ratio,
      PersonGeneration: options.personGeneration,
      OutputImageCount: images === 1 ? undefined : imageCount,
    },
  };
}

/** A size that is rendered to the pixel goes by a way of its own. */
function exactSize({ size, ratio }: Wish): { size: string } | undefined {
  return size && ratio === undefined ? { size: showSize(size) } : undefined;
}

const usages = { first_frame: 'FirstFrame', last_frame: 'LastFrame', reference: 'Reference' } as const;

function toVideoFile({ kind, role, source, options = {} }: Reference): Json {
  return {
    ...toSource(source),
    Category: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    Usage: usages[role],
    ReferenceType: options.referenceType,
    ObjectId: options.objectId,
    VoiceId: options.voiceId,
    Text: options.text,
    KeepOriginalSound: toSwitch(options.keepOriginalSound),
  };
}

function toImageFile({ source, options = {} }: Reference): Json {
  return { ...toSource(source), Text: options.text, ReferenceType: options.referenceType };
}

function toLastFrame({ source }: Reference): Json {
  if ('url' in source) return { LastFrameUrl: source.url };
  return 'asset' in source ? { LastFrameFileId: toFileId(source.asset) } : {};
}

function toSource(source: Reference['source']): Json {
  if ('url' in source) return { Type: 'Url', Url: source.url };
  if ('asset' in source) return { Type: 'File', FileId: toFileId(source.asset) };
  return { Type: 'Base64', Base64: source.bytes.toString('base64') };
}

function toFileId(asset: string): string {
  return asset.replace(/^asset:\/\//, '');
}

function toSwitch(value: unknown): string | undefined {
  if (typeof value !== 'boolean') return undefined;
  return value ? 'Enabled' : 'Disabled';
}

/** JSON in a text in JSON in a text. */
function toExtInfo(parameters: Json): string | undefined {
  if (Object.keys(parameters).length === 0) return undefined;
  return JSON.stringify({ AdditionalParameters: JSON.stringify(parameters) });
}
