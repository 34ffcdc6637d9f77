import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { cleanMessage } from './clean-message.ts';
import { namesOf } from './names-of.ts';

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const word = fc.string({ unit: printable, minLength: 8, maxLength: 40 });
const key = fc.oneof(
  word,
  fc.tuple(word, word).map((parts) => parts.join(':')),
);
const host = fc.constantFrom('mj-proxy', 'gpu-box:8000', 'mill.corp', '10.1.2.3:80', '[fd00::5]:80');
const before = fc.oneof(fc.string(), fc.constantFrom('key=', '{\\"token\\":\\"', 'Bearer\\n', 'at '));

/** As an upstream may write it. */
const spell = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
);

test('whatever a vendor writes around its credential and its host, neither is told', () => {
  fc.assert(
    fc.property(key, host, before, fc.string(), spell, (secret, place, left, right, spelt) => {
      const names = namesOf(
        { key: secret, baseUrl: `http://${place}/v1` },
        { model: 'm', upstreamModel: 'm' },
      );
      const told = cleanMessage(left + spelt(secret) + right + spelt(place) + left, names).toLowerCase();
      for (const name of [secret, place]) expect(told).not.toContain(name.toLowerCase());
    }),
  );
});
