import type { Losses } from '../../canon/losses.ts';
import { invalid } from '../../json/read.ts';
import type { ImageJob } from '../image-order.ts';
import { ratioOf } from '../sizes/measures.ts';

/** The ratio of the size that was asked for; undefined where none was. Throws a FaultError 400 for another one. */
export function ratioIn({ resolved: { size } }: ImageJob, ratios: readonly string[]): string | undefined {
  if (size === undefined || size === 'auto' || /^[124]K$/.test(size)) return undefined;
  const ratio = ratioOf(size, ratios);
  if (ratio === undefined)
    throw invalid('size', `is '${size.slice(0, 40)}'; this model makes images of ${ratios.join(', ')}`);
  return ratio;
}

export function refuseMore({ ask }: ImageJob, most: number): void {
  if (ask.count > most) throw invalid('n', `is ${ask.count}; this model makes at most ${most} at a time`);
}

export function refusePictures({ ask: { pictures } }: ImageJob, most = 0): void {
  if (pictures.length <= most) return;
  throw invalid(`image[${most}]`, `is one too many; this model takes ${most === 0 ? 'none' : most}`);
}

/**
 * What lies over a picture, and files of other names: what was changed everywhere, or made without one of them, is not what was
 * asked for.
 */
export function refuseOtherFiles({ ask: { mask, markup }, otherFiles }: ImageJob): void {
  const layers = Object.entries({ mask, markup }).flatMap(([name, layer]) => (layer ? [name] : []));
  const [name] = [...layers, ...otherFiles];
  if (name !== undefined) throw invalid(name, 'is not served by this model');
}

export function refuseUrls({ ask: { form } }: ImageJob): void {
  if (form === 'url') throw invalid('response_format', 'must be b64_json: this model gives no addresses');
}

/** Notes the options that a style has no word for. */
export function dropOthers({ members }: ImageJob, known: readonly string[], losses: Losses): void {
  for (const [name, value] of members()) {
    if (!said.includes(name) && !known.includes(name) && value !== null) losses.drop(name);
  }
}

/** What every style says, or the answer is written by. */
const said = ['model', 'prompt', 'n', 'size', 'response_format', 'stream'];
