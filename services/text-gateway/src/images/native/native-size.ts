/** `generationConfig.imageConfig.imageSize`, in whichever spelling it came, and the same of `responseFormat`. */
import { invalid, isRecord, type JsonRecord } from '../../json/read.ts';
import { scanObject } from '../../json/scan.ts';
import { asRefusal, readScanned } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { editWithin } from '../../json/splice-within.ts';

const spellings = [
  ['generationConfig', 'generation_config'],
  ['imageConfig', 'image_config'],
  ['imageSize', 'image_size'],
] as const;
const [configs, imageConfigs, imageSizes] = spellings;
const formats = ['responseFormat', 'response_format'];

export function readImageSize(body: Buffer): string | undefined {
  const config = readConfig(body);
  const imageConfig = firstOf(config, imageConfigs);
  const size = isRecord(imageConfig) ? firstOf(imageConfig, imageSizes) : undefined;
  return typeof size === 'string' ? size : undefined;
}

/**
 * Vertex's words for a size in `responseFormat`, and those of `imageConfig`, which some write there as well. Source: Google's SDK for
 * generative AI, `ImageSize`.
 */
const formatSizes: Record<string, string> = {
  ...{
    IMAGE_SIZE_FIVE_TWELVE: '512',
    IMAGE_SIZE_ONE_K: '1K',
    IMAGE_SIZE_TWO_K: '2K',
    IMAGE_SIZE_FOUR_K: '4K',
  },
  ...{ '512': '512', '1K': '1K', '2K': '2K', '4K': '4K' },
};

/** The size that stands in `responseFormat`, where Vertex takes one too. Throws a FaultError 400 for one that nobody knows. */
export function readFormatSize(body: Buffer): string | undefined {
  const format = firstOf(readConfig(body), formats);
  const sizes = (Array.isArray(format) ? format : [format])
    .map((one) => (isRecord(one) && isRecord(one.image) ? firstOf(one.image, imageSizes) : undefined))
    .filter((size) => size !== undefined && size !== null && size !== 'IMAGE_SIZE_UNSPECIFIED');
  const [size, ...more] = sizes;
  if (size === undefined) return undefined;
  const known = typeof size === 'string' && Object.hasOwn(formatSizes, size) ? formatSizes[size] : undefined;
  if (known === undefined || more.length > 0)
    throw invalid(formatPath, `must have one size, of ${Object.keys(formatSizes).join(', ')}`);
  return known;
}

export const formatPath = 'generationConfig.responseFormat';

function readConfig(body: Buffer): JsonRecord {
  const scanned = scanObject(body);
  const [name = ''] = configs.filter((spelling) => scanned.members.has(spelling));
  const config = readScanned(body, scanned, name);
  return isRecord(config) ? config : {};
}

/** Sets a size that is there. Throws a FaultError 400 where that is not said in one way alone. */
export function writeImageSize(body: Buffer, size: string): Buffer {
  try {
    return setImageSize(body, size);
  } catch (error) {
    throw asRefusal(error);
  }
}

function setImageSize(body: Buffer, size: string): Buffer {
  const scanned = scanObject(body);
  const edits = configs.flatMap((config) => {
    const edited = editWithin(body, scanned, config, (inner, scannedInner) => {
      const within = imageConfigs.flatMap((imageConfig) => {
        const sized = editWithin(inner, scannedInner, imageConfig, (_, { members }) => {
          const name = imageSizes.find((spelling) => members.has(spelling));
          return new Map(name === undefined ? [] : [[name, JSON.stringify(size)]]);
        });
        return sized ? [sized] : [];
      });
      return new Map(within);
    });
    return edited ? [edited] : [];
  });
  return splice(body, scanned, new Map(edits));
}

function firstOf(record: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => value !== undefined);
}
