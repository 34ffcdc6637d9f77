import { asRecord, type JsonRecord } from '../json-record.ts';
import { checkRequest } from './check-request.ts';
import { checkScene } from './check-scene.ts';
import { checkShape, type Shape } from './check-shape.ts';
import { checkFiles, filesOf } from './read-files.ts';
import { missing, type VendorError, wrongValue } from './vendor-error.ts';
import { referenceOnly, secondsOf, videoModels } from './video-models.ts';

const fileShape: Shape = {
  Type: 'string',
  Category: 'string',
  FileId: 'string',
  Url: 'string',
  Base64: 'string',
  ReferenceType: 'string',
  ObjectId: 'string',
  VoiceId: 'string',
  KeepOriginalSound: 'string',
  Usage: 'string',
  Text: 'string',
};
const videoShape: Shape = {
  SubAppId: 'integer',
  ModelName: 'string',
  ModelVersion: 'string',
  FileInfos: { each: fileShape },
  SubjectInfos: {
    each: { Id: 'string', Name: 'string', VoiceId: 'string', ImageUrls: 'strings', VideoUrls: 'strings' },
  },
  LastFrameFileId: 'string',
  LastFrameUrl: 'string',
  Prompt: 'string',
  NegativePrompt: 'string',
  EnhancePrompt: 'string',
  OutputConfig: {
    object: {
      StorageMode: 'string',
      MediaName: 'string',
      ClassId: 'integer',
      ExpireTime: 'string',
      Duration: 'number',
      Resolution: 'string',
      AspectRatio: 'string',
      AudioGeneration: 'string',
      PersonGeneration: 'string',
      InputComplianceCheck: 'string',
      OutputComplianceCheck: 'string',
      EnhanceSwitch: 'string',
      FrameInterpolate: 'string',
      LogoAdd: 'string',
      OffPeak: 'string',
      EnableBGM: 'string',
    },
  },
  InputRegion: 'string',
  SceneType: 'string',
  Procedure: 'string',
  Seed: 'integer',
  SessionId: 'string',
  SessionContext: 'string',
  TasksPriority: 'integer',
  ExtInfo: 'string',
};

/** The first thing that is wrong with the parameters of `CreateAigcVideoTask`. */
export function checkVideoRequest(body: JsonRecord): VendorError | null {
  return (
    checkShape(body, videoShape) ??
    checkRequest(body) ??
    checkFiles(body) ??
    checkOutput(body) ??
    checkFrames(body) ??
    checkScene(body)
  );
}

function checkOutput({
  ModelName: name,
  ModelVersion: version,
  OutputConfig: config,
}: JsonRecord): VendorError | null {
  const model = Object.hasOwn(videoModels, String(name)) ? videoModels[String(name)] : undefined;
  if (!model) return wrongValue('ModelName');
  if (!model.versions.includes(String(version))) return wrongValue('ModelVersion');
  const { Duration: seconds, Resolution: resolution, AspectRatio: ratio } = asRecord(config) ?? {};
  if (isGiven(seconds) && !secondsOf(model, String(version)).includes(Number(seconds)))
    return wrongValue('OutputConfig.Duration');
  if (isGiven(resolution) && !model.resolutions.includes(String(resolution).toUpperCase())) {
    return wrongValue('OutputConfig.Resolution');
  }
  if (isGiven(ratio) && !model.ratios?.includes(String(ratio))) return wrongValue('OutputConfig.AspectRatio');
  return null;
}

function checkFrames(body: JsonRecord): VendorError | null {
  const files = filesOf(body);
  const isFirst = files.some(({ usage, category }) => usage === 'FirstFrame' && category === 'Image');
  const isLast = isGiven(body.LastFrameUrl) || isGiven(body.LastFrameFileId);
  if (isLast && !isFirst) return wrongValue('LastFrameUrl', 'It needs a first frame in FileInfos.');
  if (files.some(({ usage }) => usage === 'LastFrame') && !isFirst) {
    return wrongValue('FileInfos', 'A last frame needs a first frame.');
  }
  const needsReference = referenceOnly.includes(String(body.ModelVersion));
  if (needsReference && files.some(({ usage }) => usage !== 'Reference')) {
    return wrongValue('FileInfos', 'This version takes references only.');
  }
  const needsPrompt = files.length === 0 && !isGiven(body.SceneType) && !isGiven(body.ExtInfo);
  return needsPrompt && !isGiven(body.Prompt) ? missing('Prompt') : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
