import { type Checked, invalid, refused, type VendorError } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import { checkImages } from './check-images.ts';
import type { Service } from './service.ts';

export interface FilmRequest {
  prompt: string;
  shape: Shape;
  notes: JsonRecord;
}

const parameterNames = [
  ...['aspectRatio', 'durationSeconds', 'enhancePrompt', 'negativePrompt', 'personGeneration', 'resizeMode'],
  ...['resolution', 'sampleCount', 'seed'],
];
const instanceNames = ['prompt', 'image', 'lastFrame', 'referenceImages', 'video', 'mask'];

/** Reads the body of `:predictLongRunning`. */
export function readRequest(bytes: Buffer, service: Service): Checked<FilmRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  const instances: unknown[] = Array.isArray(body?.instances) ? body.instances : [];
  const instance = asRecord(instances[0]);
  if (!body || !instance || instances.length > 1)
    return refused(invalid('`instances` must hold one instance.'));
  const parameters = asRecord(body.parameters ?? {}) ?? {};
  const unknown =
    unknownOf(instance, instanceNames) ??
    unknownOf(parameters, [...parameterNames, ...service.ownParameters]);
  if (unknown !== undefined) return refused(unsupported(unknown));
  const { prompt } = instance;
  if (prompt !== undefined && typeof prompt !== 'string') return refused(unsupported('prompt'));
  const { durationSeconds = 8, aspectRatio = '16:9', resolution = '720p', sampleCount = 1 } = parameters;
  const error =
    (prompt || instance.image ? null : invalid('`prompt` is required.')) ??
    checkNumber('durationSeconds', durationSeconds) ??
    checkNumber('sampleCount', sampleCount) ??
    checkWord('aspectRatio', aspectRatio, ['16:9', '9:16']) ??
    checkWord('resolution', resolution, ['720p', '1080p', '4k']) ??
    checkPeople(parameters.personGeneration) ??
    checkLength(durationSeconds, resolution, instance) ??
    checkImages(instance, service.imageMembers) ??
    checkReferences(instance, aspectRatio);
  if (error) return refused(error);
  if (Number(sampleCount) < 1 || Number(sampleCount) > service.mostSamples) {
    return refused(invalid(`\`sampleCount\` must be from 1 to ${service.mostSamples}.`));
  }
  const shape = { ...sizeOf(String(aspectRatio), String(resolution)), seconds: Number(durationSeconds) };
  const notes = { samples: sampleCount, storageUri: parameters.storageUri ?? null };
  return { type: 'ok', value: { prompt: prompt ?? '', shape, notes } };
}

function unknownOf(record: JsonRecord, known: readonly string[]): string | undefined {
  return Object.keys(record).find((name) => !known.includes(name));
}

export function unsupported(name: string): VendorError {
  return invalid(
    `\`${name}\` isn't supported by this model. Please remove it or refer to the Gemini API documentation for supported usage.`,
  );
}

function checkNumber(name: string, value: unknown): VendorError | null {
  return typeof value === 'number' ? null : invalid(`The value type for \`${name}\` needs to be a number.`);
}

function checkWord(name: string, value: unknown, words: readonly string[]): VendorError | null {
  if (words.some((word) => word === value)) return null;
  return invalid(`\`${value}\` isn't a supported value for \`${name}\`. Supported: ${words.join(', ')}.`);
}

function checkPeople(value: unknown): VendorError | null {
  if (value === undefined) return null;
  return checkWord('personGeneration', value, ['allow_all', 'allow_adult', 'dont_allow']);
}

/** Whatever goes beyond a first frame at 720p takes eight seconds. */
function checkLength(seconds: unknown, resolution: unknown, instance: JsonRecord): VendorError | null {
  if (![4, 6, 8].includes(Number(seconds))) {
    return invalid('The number value for `durationSeconds` is out of bound. Please provide 4, 6 or 8.');
  }
  const needsEight =
    resolution !== '720p' || instance.lastFrame !== undefined || instance.referenceImages !== undefined;
  return needsEight && seconds !== 8 ? invalid('This use case requires `durationSeconds` to be 8.') : null;
}

function checkReferences(instance: JsonRecord, aspectRatio: unknown): VendorError | null {
  const { referenceImages, image, lastFrame, video } = instance;
  if (lastFrame !== undefined && image === undefined) return invalid('`lastFrame` needs an `image`.');
  if (referenceImages === undefined) return null;
  if (image !== undefined || lastFrame !== undefined || video !== undefined) {
    return invalid('`referenceImages` cannot be combined with `image`, `lastFrame` or `video`.');
  }
  return aspectRatio === '16:9' ? null : invalid('`referenceImages` require `aspectRatio` to be 16:9.');
}
