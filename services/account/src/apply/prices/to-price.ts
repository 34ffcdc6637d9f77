import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { MeteredPrice, Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { ModelEntry, TokenPrices } from '../document/models.ts';
import type { Rates } from './token-classes.ts';

/** A model's price as the ledger reads it: an empty text is a price that the file does not name. */
export function toPrice(model: string, { price }: ModelEntry): Price {
  const {
    call,
    second,
    image,
    image_output: imageOutput,
    character,
    minute,
    tools,
    tiers = [],
    ...rates
  } = price;
  return {
    model,
    ...toRates(rates),
    call: call ?? '',
    tiers: tiers.map(({ above, ...of }) => ({ above: BigInt(above), ...toRates(of) })),
    metered: [
      ...list(MeteredUnit.SECOND, second),
      ...list(MeteredUnit.IMAGE, image),
      ...list(MeteredUnit.CHARACTER, { '': character }),
      ...list(MeteredUnit.AUDIO_INPUT_MINUTE, { '': minute?.input }),
      ...list(MeteredUnit.AUDIO_OUTPUT_MINUTE, { '': minute?.output }),
      ...list(MeteredUnit.TOOL_CALL, tools),
      ...list(MeteredUnit.IMAGE_OUTPUT_TOKEN, { '': imageOutput }),
    ],
  };
}

function toRates(rates: TokenPrices): Rates {
  return {
    input: rates.input ?? '',
    cacheRead: rates.cache_read ?? '',
    cacheWrite: rates.cache_write ?? '',
    cacheWrite1h: rates.cache_write_1h ?? '',
    output: rates.output ?? '',
    reasoning: rates.reasoning ?? '',
    audioInput: rates.audio_input ?? '',
    imageInput: rates.image_input ?? '',
    audioOutput: rates.audio_output ?? '',
  };
}

function list(unit: MeteredUnit, prices: Readonly<Record<string, string | undefined>> = {}): MeteredPrice[] {
  return Object.entries(prices).flatMap(([variant, price]) => {
    return price === undefined ? [] : [{ unit, variant, price }];
  });
}
