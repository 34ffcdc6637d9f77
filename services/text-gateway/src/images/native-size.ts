/** `generationConfig.imageConfig.imageSize`, in whichever spelling it came. */
import { isRecord } from '../json/read.ts';
import { scanObject } from '../json/scan.ts';
import { asRefusal, readScanned } from '../json/scan-body.ts';
import { splice } from '../json/splice.ts';
import { editWithin } from '../json/splice-within.ts';

const spellings = [
  ['generationConfig', 'generation_config'],
  ['imageConfig', 'image_config'],
  ['imageSize', 'image_size'],
] as const;
const [configs, imageConfigs, imageSizes] = spellings;

export function readImageSize(body: Buffer): string | undefined {
  const scanned = scanObject(body);
  const [name = ''] = configs.filter((spelling) => scanned.members.has(spelling));
  const config = readScanned(body, scanned, name);
  const imageConfig = isRecord(config) ? firstOf(config, imageConfigs) : undefined;
  const size = isRecord(imageConfig) ? firstOf(imageConfig, imageSizes) : undefined;
  return typeof size === 'string' ? size : undefined;
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
