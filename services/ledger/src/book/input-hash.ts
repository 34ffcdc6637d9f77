import { hash } from 'node:crypto';
import type { Close, Usage } from '@headgate/proto/gen/headgate/events/v1/events';

/**
 * Fingerprint of all that decides what a close books. Its members are listed here, and only here: hashing
 * the encoded message would call every close that is sent again after an upgrade a different one.
 */
export function inputHash(close: Close): string {
  const { run, kind, path, reserved, consumed, priceModel, group, priceVersion, usage, holdId } = close;
  const texts = `${JSON.stringify(priceModel)},${JSON.stringify(group)}`;
  let content = `${run},${kind},${JSON.stringify(path)},${reserved},${consumed},${texts},${priceVersion}`;
  content += usage ? countsOf(usage) : ',0,0,0,0,0,0';
  if (holdId !== '') content += `,hold=${holdId}`;
  return shortHash(content);
}

/** Beyond the first six what counts nothing is left out: closes from before it was known keep their fingerprint. */
function countsOf(usage: Usage): string {
  const { inputFresh, inputCacheRead, inputCacheWrite, outputVisible, outputReasoning, calls } = usage;
  const { inputAudio, inputImage, outputAudio, inputCacheWrite1h, metered } = usage;
  let text = `,${inputFresh},${inputCacheRead},${inputCacheWrite},${outputVisible},${outputReasoning},${calls}`;
  if (inputAudio > 0n || inputImage > 0n || outputAudio > 0n)
    text += `,${inputAudio},${inputImage},${outputAudio}`;
  // Named, so that neither can be taken for the other or for the numbers before them.
  if (inputCacheWrite1h > 0n) text += `,cache_write_1h=${inputCacheWrite1h}`;
  const items = metered.map(({ unit, variant, quantity }) => [unit, variant, String(quantity)]);
  if (items.length > 0) text += `,metered=${JSON.stringify(items)}`;
  return text;
}

/** 16 bytes of SHA-256, hexadecimal. */
export function shortHash(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}
