import type { Fields } from '../fields.ts';
import { refuse } from '../refuse.ts';
import { readNested } from './nested.ts';

export const outputConfigPlace = 'metadata.output_config';

/** What is so anyway: it may be said. All else that costs, is kept or is checked elsewhere is not for clients to say. */
const usual = new Map([
  ['storage_mode', 'temporary'],
  ['enhance_switch', 'disabled'],
  ['frame_interpolate', 'disabled'],
  ['off_peak', 'disabled'],
  ['enable_bgm', 'disabled'],
  ['logo_add', 'disabled'],
]);

/**
 * `metadata.output_config`, its members under their whole names: it wins over what stands beside `metadata`, in what is
 * sent and in what is priced. What would be neither is refused.
 */
export function readOutputConfig({ output_config: config }: Fields, known: readonly string[]): Fields {
  const members = readNested(config, outputConfigPlace);
  for (const [whole, value] of Object.entries(members)) {
    const name = whole.slice(outputConfigPlace.length + 1);
    const word = usual.get(name);
    if (known.includes(name) || (typeof value === 'string' && word === value.toLowerCase())) continue;
    const taken = word === undefined ? `it takes ${known.join(', ')}` : `it is always ${word}`;
    refuse(whole, `${whole} is not taken: ${taken}.`);
  }
  return members;
}
