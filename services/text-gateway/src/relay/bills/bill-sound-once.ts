import { type Metered, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Bill } from './bill.ts';

/** Sound is paid for by these, or by its tokens. */
const soundUnits: ReadonlySet<MeteredUnit> = new Set([MeteredUnit.CHARACTER, MeteredUnit.AUDIO_INPUT_MINUTE]);

/**
 * Sound that nobody counted is estimated in a unit and in tokens, since only its row says which are paid for. A row that
 * prices both, as tables of prices have it, is not to bill both; and one that prices minutes alone is not to bill nothing where
 * the upstream counts tokens alone, nor one that prices tokens alone where it counts seconds alone.
 */
export function billSoundOnce(bill: Bill, bound: Bound | undefined): Bill {
  const { usage, source } = bill;
  const { metered = [], sound, soundTokens } = usage;
  if (!bound) return bill;
  const isPriced = (unit: MeteredUnit): boolean => bound.metered.some((row) => row.unit === unit);
  const isByMinute = isPriced(MeteredUnit.AUDIO_INPUT_MINUTE);
  const isByToken = bound.input + bound.output > 0n;
  if (sound && isByMinute && !isByToken) {
    const minutes: Metered = {
      unit: MeteredUnit.AUDIO_INPUT_MINUTE,
      variant: '',
      quantity: BigInt(sound.ms),
    };
    return {
      usage: { ...usage, metered: [...metered, minutes] },
      source: sound.isGuessed ? UsageSource.ESTIMATED : source,
    };
  }
  if (soundTokens && isByToken && !isByMinute) {
    return { usage: { ...usage, ...soundTokens }, source: UsageSource.ESTIMATED };
  }
  const isByUnit = metered.some(({ unit }) => soundUnits.has(unit) && isPriced(unit));
  // Characters are the request's own, whoever counted the tokens beside them, and those of text are the same once more.
  const isByCharacter =
    metered.some(({ unit }) => unit === MeteredUnit.CHARACTER) && isPriced(MeteredUnit.CHARACTER);
  if (!isByUnit || (source !== UsageSource.ESTIMATED && !isByCharacter)) return bill;
  const inputFresh = isByCharacter ? 0 : usage.inputFresh;
  return { usage: { ...usage, inputFresh, inputAudio: 0, outputVisible: 0, outputAudio: 0 }, source };
}
