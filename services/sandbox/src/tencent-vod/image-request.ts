import { asRecord, type JsonRecord } from '../json-record.ts';
import { checkRequest } from './check-request.ts';
import { checkScene } from './check-scene.ts';
import { checkShape, type Shape } from './check-shape.ts';
import { imageModels } from './image-models.ts';
import { readExtInfo } from './read-ext-info.ts';
import { checkFiles, filesOf } from './read-files.ts';
import { missing, type VendorError, wrongValue } from './vendor-error.ts';

const imageShape: Shape = {
  SubAppId: 'integer',
  ModelName: 'string',
  ModelVersion: 'string',
  FileInfos: {
    each: {
      Type: 'string',
      FileId: 'string',
      Url: 'string',
      Base64: 'string',
      Text: 'string',
      ReferenceType: 'string',
    },
  },
  Prompt: 'string',
  NegativePrompt: 'string',
  EnhancePrompt: 'string',
  OutputConfig: {
    object: {
      StorageMode: 'string',
      MediaName: 'string',
      ClassId: 'integer',
      ExpireTime: 'string',
      Resolution: 'string',
      AspectRatio: 'string',
      PersonGeneration: 'string',
      InputComplianceCheck: 'string',
      OutputComplianceCheck: 'string',
      OutputImageCount: 'integer',
      OutputFormat: 'string',
      LogoAdd: 'string',
    },
  },
  InputRegion: 'string',
  SceneType: 'string',
  Seed: 'integer',
  SessionId: 'string',
  SessionContext: 'string',
  TasksPriority: 'integer',
  ExtInfo: 'string',
};

/** The first thing that is wrong with the parameters of `CreateAigcImageTask`. */
export function checkImageRequest(body: JsonRecord): VendorError | null {
  return (
    checkShape(body, imageShape) ??
    checkRequest(body) ??
    checkFiles(body) ??
    checkOutput(body) ??
    checkScene(body)
  );
}

function checkOutput(body: JsonRecord): VendorError | null {
  const { ModelName: name, ModelVersion: version, Prompt: prompt, OutputConfig: config } = body;
  const model = Object.hasOwn(imageModels, String(name)) ? imageModels[String(name)] : undefined;
  if (!model) return wrongValue('ModelName');
  const maxFiles = Object.hasOwn(model.maxFiles, String(version))
    ? model.maxFiles[String(version)]
    : undefined;
  if (maxFiles === undefined) return wrongValue('ModelVersion');
  const files = filesOf(body);
  if (files.length > maxFiles) return wrongValue('FileInfos', `At most ${maxFiles} images.`);
  if (files.length === 0 && (prompt === undefined || prompt === '')) return missing('Prompt');
  const { Resolution: resolution, AspectRatio: ratio, OutputImageCount: count } = asRecord(config) ?? {};
  if (isGiven(resolution) && !model.resolutions.includes(String(resolution).toUpperCase())) {
    return wrongValue('OutputConfig.Resolution');
  }
  if (isGiven(ratio) && !model.ratios?.includes(String(ratio))) return wrongValue('OutputConfig.AspectRatio');
  if (isGiven(count) && !(Number(count) >= 1 && Number(count) <= Math.max(1, model.maxImages))) {
    return wrongValue('OutputConfig.OutputImageCount');
  }
  return checkSize(String(name), readExtInfo(body.ExtInfo)?.size);
}

/** Sizes that are asked for in `ExtInfo`, as `728x1024` or `728*1024`. */
function checkSize(name: string, size: unknown): VendorError | null {
  if (size === undefined) return null;
  const [, width = 0, height = 0] = (/^(\d+)[x*](\d+)$/.exec(String(size)) ?? []).map(Number);
  const pixels = width * height;
  const isGood =
    name === 'OG'
      ? width % 16 === 0 && height % 16 === 0 && pixels >= 655_360 && pixels <= 8_294_400
      : [width, height].every((edge) => edge >= 512 && edge <= 2048) && pixels <= 1024 * 1024;
  return isGood ? null : wrongValue('ExtInfo', 'The size is out of range.');
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
