import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Price, PriceChange } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { type Rates, tokenClasses, usualRate } from './token-classes.ts';

/** One line for people: what a price was and what it is, by the members of the file. */
export function sayPriceChange({ model, before, after }: PriceChange): string {
  if (!after) return `price ${model}: removed`;
  const [old, next] = [before ? listMembers(before) : new Map<string, Member>(), listMembers(after)];
  const names = [...new Set([...old.keys(), ...next.keys()])];
  const said = names.flatMap((name) => {
    const [was, is] = [old.get(name), next.get(name)];
    if (was?.text === is?.text || (was?.isDefault !== false && is?.isDefault !== false)) return [];
    if (!before) return [`${name} ${is?.text}`];
    return [`${name} ${was?.text ?? 'none'} -> ${is?.text ?? 'none'}`];
  });
  return `price ${model}: ${said.join(', ') || 'free'}`;
}

interface Member {
  text: string;
  /** It follows from another: a file would leave it out. */
  isDefault: boolean;
}

const unitMembers: Record<MeteredUnit, string> = {
  [MeteredUnit.UNSPECIFIED]: '',
  [MeteredUnit.SECOND]: 'second',
  [MeteredUnit.IMAGE]: 'image',
  [MeteredUnit.CHARACTER]: 'character',
  [MeteredUnit.AUDIO_INPUT_MINUTE]: 'minute.input',
  [MeteredUnit.AUDIO_OUTPUT_MINUTE]: 'minute.output',
  [MeteredUnit.TOOL_CALL]: 'tools',
  [MeteredUnit.IMAGE_OUTPUT_TOKEN]: 'image_output',
};

function listMembers(price: Price): Map<string, Member> {
  const metered = price.metered.map(({ unit, variant, price: text }) => {
    const name = variant ? `${unitMembers[unit]}.${variant}` : unitMembers[unit];
    return [name, { text, isDefault: false }] as const;
  });
  return new Map([
    ...listRates('', price),
    ['call', { text: price.call, isDefault: price.call === '0' }],
    ...price.tiers.flatMap(({ above, ...rates }) => listRates(`above ${above}: `, rates)),
    ...metered,
  ]);
}

function listRates(prefix: string, rates: Rates): [string, Member][] {
  return tokenClasses.map((of) => {
    const text = rates[of.rate];
    return [`${prefix}${of.member}`, { text, isDefault: text === usualRate(rates, of) }];
  });
}
