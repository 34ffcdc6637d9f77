import { type Close, MeteredUnit, type Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { makeClose } from '../testing/close.ts';
import { inputHash } from './input-hash.ts';

const run = '01939d4b-6f6e-7000-8000-000000000001';
const plain = makeClose({ run, seq: 1n, path: ['key:7', 'user:3'], inputTokens: 70n });

function hashWith(usage: Partial<Usage>): string {
  return hashOf({ ...plain, usage: plain.usage && { ...plain.usage, ...usage } });
}

function hashOf(close: Close): string {
  return inputHash(close);
}

const search = (quantity: bigint, variant = 'web_search') => {
  return [{ unit: MeteredUnit.TOOL_CALL, variant, quantity }];
};

test('closes of before keep their fingerprint, whatever classes are known today', () => {
  expect(hashOf(plain)).toBe('66d328802bd1c3e0e1180411c297b244');
  expect(hashWith({ inputAudio: 5n, outputAudio: 6n })).toBe('04f3a6e1e1d104eafd78e7484d0e4e7f');
});

test('whatever is billed is in the fingerprint', () => {
  const hashes = [
    hashOf(plain),
    hashWith({ inputAudio: 1n }),
    hashWith({ inputImage: 1n }),
    hashWith({ outputAudio: 1n }),
    hashWith({ inputCacheWrite1h: 1n }),
    hashWith({ inputCacheWrite1h: 2n }),
    hashWith({ metered: search(1n) }),
    hashWith({ metered: search(2n) }),
    hashWith({ metered: search(1n, 'file_search') }),
    hashWith({ metered: [...search(1n), ...search(1n)] }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
