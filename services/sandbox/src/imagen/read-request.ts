import type { PlannedImage } from '../answer/plan.ts';
import { type Checked, invalid, refused, type VendorError } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';

/** What `:predict` is asked for. */
export interface PredictRequest {
  prompt: string;
  images: PlannedImage[];
  /** Whether a picture that is left out leaves a word. */
  tellsReasons: boolean;
}

const names = [
  ...[
    'addWatermark',
    'aspectRatio',
    'enhancePrompt',
    'guidanceScale',
    'includeRaiReason',
    'includeSafetyAttributes',
  ],
  ...['language', 'negativePrompt', 'outputOptions', 'personGeneration', 'safetySetting', 'sampleCount'],
  ...['sampleImageSize', 'seed', 'storageUri'],
];
const shapes: Record<string, [number, number]> = {
  '1:1': [1_024, 1_024],
  '3:4': [896, 1_280],
  '4:3': [1_280, 896],
  '9:16': [768, 1_408],
  '16:9': [1_408, 768],
};
const scales: Record<string, number> = { '1K': 1, '2K': 2 };

/** Reads the body of `:predict` for pictures. */
export function readPredict(bytes: Buffer): Checked<PredictRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  const instances: unknown[] = Array.isArray(body?.instances) ? body.instances : [];
  const prompt = asRecord(instances[0])?.prompt;
  if (!body || instances.length !== 1 || typeof prompt !== 'string' || prompt === '') {
    return refused(invalid('Text prompt cannot be empty.'));
  }
  const parameters = asRecord(body.parameters ?? {}) ?? {};
  const unknown = Object.keys(parameters).find((name) => !names.includes(name));
  if (unknown !== undefined) return refused(invalid(`\`${unknown}\` isn't supported by this model.`));
  const {
    sampleCount = 1,
    aspectRatio = '1:1',
    sampleImageSize = '1K',
    personGeneration = 'allow_adult',
  } = parameters;
  const mimeType = asRecord(parameters.outputOptions)?.mimeType ?? 'image/png';
  const shape = shapes[String(aspectRatio)];
  const scale = scales[String(sampleImageSize)];
  const error =
    checkCount(sampleCount) ??
    checkPeople(personGeneration) ??
    (mimeType === 'image/png' || mimeType === 'image/jpeg' ? null : invalid('Unsupported output mime type.'));
  if (error) return refused(error);
  if (!shape)
    return refused(invalid(`Invalid aspect ratio, must be one of ${Object.keys(shapes).join(', ')}.`));
  if (scale === undefined) return refused(invalid('Invalid sample image size, must be 1K or 2K.'));
  const [width, height] = shape;
  const image: PlannedImage = {
    ...{ width: width * scale, height: height * scale, tokens: 0, isPartial: false },
    format: mimeType === 'image/jpeg' ? 'jpeg' : 'png',
  };
  const images = Array.from({ length: Number(sampleCount) }, () => image);
  return { type: 'ok', value: { prompt, images, tellsReasons: tellsReasons(parameters) } };
}

function tellsReasons({ includeRaiReason }: JsonRecord): boolean {
  return includeRaiReason === true;
}

function checkCount(value: unknown): VendorError | null {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 4) return null;
  return invalid(`Invalid sample count ${value}, must be between 1 and 4.`);
}

function checkPeople(value: unknown): VendorError | null {
  const words: unknown[] = ['dont_allow', 'allow_adult', 'allow_all'];
  return words.includes(value) ? null : invalid(`Invalid person generation '${value}'.`);
}
