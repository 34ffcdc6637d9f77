import { type Fields, readText } from '../fields.ts';
import { readSize } from '../size.ts';
import type { Wish } from '../wish.ts';
import { readChoice } from './choice.ts';
import { outputConfigPlace } from './output-config.ts';

/** All that any of the models behind `metadata.output_config` has. */
export const allRatios = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '16:9',
  '21:9',
  '9:21',
  '1:4',
  '4:1',
  '1:8',
  '8:1',
  'auto',
];

/**
 * The shape of what is rendered: `output_config` says its ratio, else `aspect_ratio`, else `size` does, as a ratio or in
 * pixels.
 */
export function readShape(fields: Fields, config: Fields): Pick<Wish, 'ratio' | 'size'> {
  const isSizeRatio = readText(fields, 'size')?.includes(':') === true;
  const ratio =
    readChoice(config, `${outputConfigPlace}.aspect_ratio`, allRatios) ??
    readChoice(fields, 'aspect_ratio', allRatios) ??
    (isSizeRatio ? readChoice(fields, 'size', allRatios) : undefined);
  const size = isSizeRatio ? undefined : readSize(fields);
  return { ...(ratio !== undefined && { ratio }), ...(size && { size }) };
}

/** Whether persons may be shown. */
export function readPersons(config: Fields): string | undefined {
  return readChoice(config, `${outputConfigPlace}.person_generation`, ['AllowAdult', 'Disallowed']);
}
