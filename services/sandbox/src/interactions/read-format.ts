import { type Checked, invalid, refused, unknownName } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';

export interface Format {
  shape: Shape;
  delivery: 'inline' | 'uri';
}

const names = ['type', 'aspect_ratio', 'duration', 'resolution', 'delivery', 'gcs_uri'];
const leastSeconds = 3;
const usualSeconds = 8;

/** Reads `response_format`, by what the model can: later ones are longer and larger. */
export function readFormat(value: unknown, model: string): Checked<Format> {
  const formats = (Array.isArray(value) ? value : [value ?? { type: 'video' }]).map(
    (item) => asRecord(item) ?? {},
  );
  const format = formats.find(({ type }) => type === 'video') ?? {};
  const unknown = Object.keys(format).find((name) => !names.includes(name));
  if (unknown !== undefined) return refused(unknownName(unknown, 'response_format'));
  if (format.type !== 'video') return refused(invalid('The model only supports video in response_format.'));
  const { aspect_ratio: ratio = '16:9', resolution = '720p', delivery = 'inline' } = format;
  if (ratio !== '16:9' && ratio !== '9:16') return wrong('aspect_ratio', ratio);
  if (!resolutionsOf(model).includes(String(resolution))) return wrong('resolution', resolution);
  if (delivery !== 'inline' && delivery !== 'uri') return wrong('delivery', delivery);
  const seconds = secondsOf(format);
  const most = model.includes('1.2') ? 15 : 10;
  if (seconds === null || seconds < leastSeconds || seconds > most) return wrong('duration', format.duration);
  return { type: 'ok', value: { shape: { ...sizeOf(ratio, String(resolution)), seconds }, delivery } };
}

function resolutionsOf(model: string): string[] {
  return /omni-\d/.test(model) ? ['360p', '720p', '1080p', '4k'] : ['720p'];
}

/** Durations are written as Google writes them: `"8s"`. */
function secondsOf({ duration }: JsonRecord): number | null {
  if (duration === undefined) return usualSeconds;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(duration))?.[1];
  return seconds === undefined ? null : Number(seconds);
}

function wrong(name: string, value: unknown): Checked<Format> {
  return refused(invalid(`Invalid value at 'response_format.${name}': ${JSON.stringify(value)}`));
}
