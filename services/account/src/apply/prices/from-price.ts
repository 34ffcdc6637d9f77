import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { ModelEntry, TokenPrices } from '../document/models.ts';
import { type Rates, tokenClasses, usualRate } from './token-classes.ts';

/** A price as a file would write it to say the same: what follows from something else is left out. */
export function fromPrice(price: Price): ModelEntry['price'] {
  const rates = fromRates(price, {});
  const unit = (of: MeteredUnit) => price.metered.filter((metered) => metered.unit === of);
  const single = (of: MeteredUnit) => unit(of).find(({ variant }) => variant === '')?.price;
  const table = (of: MeteredUnit) => {
    const entries = unit(of).map(({ variant, price: text }) => [variant, text] as const);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  };
  const minute = {
    input: single(MeteredUnit.AUDIO_INPUT_MINUTE),
    output: single(MeteredUnit.AUDIO_OUTPUT_MINUTE),
  };
  const entry = {
    ...rates,
    tiers:
      price.tiers.length > 0
        ? price.tiers.map(({ above, ...of }) => ({ above: Number(above), ...fromRates(of, rates) }))
        : undefined,
    call: price.call === '' || price.call === '0' ? undefined : price.call,
    second: table(MeteredUnit.SECOND),
    image: table(MeteredUnit.IMAGE),
    image_output: single(MeteredUnit.IMAGE_OUTPUT_TOKEN),
    character: single(MeteredUnit.CHARACTER),
    minute: minute.input === undefined && minute.output === undefined ? undefined : minute,
    tools: table(MeteredUnit.TOOL_CALL),
  };
  // The ledger takes no row that names none of these, whatever else it names.
  const isNamed =
    [entry.input, entry.output, entry.call].some((member) => member !== undefined) ||
    price.metered.some((metered) => metered.unit !== MeteredUnit.TOOL_CALL);
  return isNamed ? entry : { ...entry, input: '0' };
}

/** @param row what the row around a tier says, which holds where the tier says nothing. */
function fromRates(rates: Rates, row: TokenPrices): TokenPrices {
  const named = tokenClasses.flatMap((of) => {
    const rate = rates[of.rate];
    const isFollowing = rate === (row[of.member] ?? usualRate(rates, of));
    return rate === '' || isFollowing ? [] : [[of.member, rate] as const];
  });
  return Object.fromEntries(named);
}
