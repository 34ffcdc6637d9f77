import { hash } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';

/**
 * Fingerprint of all that decides what a close books. Its members are listed here, and only here: hashing
 * the encoded message would call every close that is sent again after an upgrade a different one.
 */
export function inputHash(close: Close): Buffer {
  const { usage } = close;
  const content = [
    close.run,
    close.kind,
    JSON.stringify(close.path),
    close.reserved,
    close.consumed,
    JSON.stringify(close.priceModel),
    JSON.stringify(close.group),
    close.priceVersion,
    usage?.inputFresh ?? 0n,
    usage?.inputCacheRead ?? 0n,
    usage?.inputCacheWrite ?? 0n,
    usage?.outputVisible ?? 0n,
    usage?.outputReasoning ?? 0n,
    usage?.calls ?? 0n,
  ];
  // Appended only where they count, so that closes from before they were known keep their fingerprint.
  const modal = [usage?.inputAudio ?? 0n, usage?.inputImage ?? 0n, usage?.outputAudio ?? 0n];
  if (modal.some((tokens) => tokens > 0n)) content.push(...modal);
  // Named, so that neither can be taken for the other or for the numbers before them.
  const hour = usage?.inputCacheWrite1h ?? 0n;
  if (hour > 0n) content.push(`cache_write_1h=${hour}`);
  const metered = (usage?.metered ?? []).map(({ unit, variant, quantity }) => [
    unit,
    variant,
    String(quantity),
  ]);
  if (metered.length > 0) content.push(`metered=${JSON.stringify(metered)}`);
  if (close.holdId !== '') content.push(`hold=${close.holdId}`);
  return hash('sha256', content.join(), 'buffer').subarray(0, 16);
}
