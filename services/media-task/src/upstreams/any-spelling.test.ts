/** However a client writes a number or a word, it is the same order: sent alike, and priced alike. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { familyOf } from '../families/index.ts';
import { filmFamilies } from '../testing/film-families.ts';
import type { Contract } from './contract/contract.ts';
import { contracts } from './contract/contracts.ts';
import { refuseOptions } from './refuse-options.ts';

const seconds = fc.integer({ min: 1, max: 16 });
const resolution = fc.constantFrom('360p', '480p', '720p', '768P', '1080p', '2160p', '2K', '4k');
const ratio = fc.constantFrom('16:9', '9:16', '1:1', 'adaptive');
const size = fc.constantFrom('1280x720', '1920x1080', '480x854', '1366x768', '16:9', '2K');
const output = { duration: seconds, resolution, audio_generation: fc.constantFrom('Enabled', 'Disabled') };
const metadata = fc.record(
  { output_config: fc.record(output, { requiredKeys: [] }) },
  { requiredKeys: ['output_config'] },
);
const members = { seconds, duration: seconds, resolution, size, ratio, aspect_ratio: ratio, metadata };
const more = { mode: fc.constantFrom('std', 'pro'), sound: fc.constantFrom('on', 'off') };
const body = fc.record({ ...members, ...more }, { requiredKeys: [] });

type Write = (word: string) => string;
const writings: Write[] = [(word) => word.toUpperCase(), (word) => word.toLowerCase()];

/** Numbers as texts, and words in other letters, however deep they stand. */
function respell(value: unknown, write: Write): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return write(value);
  const entries = Object.entries(Object(value));
  return Object.fromEntries(entries.map(([name, member]) => [name, respell(member, write)]));
}

/** What is sent and priced of a body, or the member for which it is refused. */
function orderOf({ upstream, model }: Contract, family: string, fields: object): unknown {
  const traits = Media.fromPartial({ family, ...(family === 'V11' && { resolution: '720p' }) });
  try {
    const wish = familyOf(traits)?.read({ ...fields, prompt: 'a mill' }, traits);
    if (!wish) throw new Error(`there is no family ${family}`);
    const named = { ...wish, family };
    refuseOptions(named, upstream);
    return upstream.resolve(named, model);
  } catch (error) {
    if (error instanceof FaultError) return error.fault.param;
    throw error;
  }
}

const films = contracts.filter(({ upstream }) => upstream.provider !== 'midjourney-proxy');

test.each(filmFamilies)('%s is the same order in any spelling, at every vendor', (family) => {
  fc.assert(
    fc.property(body, fc.constantFrom(...writings), (fields, write) => {
      const other = respell(fields, write) as object;
      for (const contract of films) {
        expect(orderOf(contract, family, other)).toEqual(orderOf(contract, family, fields));
      }
    }),
    { numRuns: 100 },
  );
});
