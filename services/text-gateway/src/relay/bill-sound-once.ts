import { MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Usage } from '../canon/usage.ts';
import type { Bill } from './bill.ts';

/** Sound is paid for by these, or by its tokens. */
const soundUnits: ReadonlySet<MeteredUnit> = new Set([MeteredUnit.CHARACTER, MeteredUnit.AUDIO_INPUT_MINUTE]);

/**
 * Sound that nobody counted is estimated in a unit and in tokens, since only its row says which are paid for. A row that
 * prices both, as tables of prices have it, is not to bill both.
 */
export function billSoundOnce({ usage, source }: Bill, bound: Bound | undefined): Usage {
  const { metered } = usage;
  if (source !== UsageSource.ESTIMATED || !metered || !bound) return usage;
  const isPriced = (unit: MeteredUnit): boolean => bound.metered.some((row) => row.unit === unit);
  const isByUnit = metered.some(({ unit }) => soundUnits.has(unit) && isPriced(unit));
  return isByUnit ? { ...usage, inputAudio: 0, outputVisible: 0, outputAudio: 0 } : usage;
}
