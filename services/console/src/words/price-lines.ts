import { type Price, tokenClasses } from '../api/price.ts';

/** Prices of one unit. */
export interface PriceLine {
  unit: 'tokens' | 'call' | 'second' | 'image' | 'characters' | 'minute' | 'toolCalls';
  /** Above how many input tokens, where it is of a tier. */
  above?: number;
  parts: PricePart[];
}

export interface PricePart {
  /** A class of tokens, or a direction; words have it. */
  of?: (typeof tokenClasses)[number] | 'image_output';
  /** A size, a resolution or a tool, as it is called. */
  named?: string;
  /** US dollars. */
  usd: number;
}

/** All that a price says, unit by unit, times the ratio of a group. */
export function toPriceLines(price: Price, ratio = 1): PriceLine[] {
  const classes = (prices: Price): PricePart[] =>
    [...tokenClasses, 'image_output' as const].flatMap((of) => {
      const usd = prices[of];
      return usd === undefined ? [] : [{ of, usd: Number(usd) * ratio }];
    });
  const named = (prices: Record<string, string> = {}): PricePart[] =>
    Object.entries(prices).map(([name, usd]) => ({ named: name, usd: Number(usd) * ratio }));
  const single = (usd: string | undefined): PricePart[] => (usd === undefined ? [] : named({ '': usd }));
  const { minute = {}, tiers = [] } = price;
  const lines: PriceLine[] = [
    { unit: 'tokens', parts: classes(price) },
    ...tiers.map(({ above, ...prices }) => ({ unit: 'tokens' as const, above, parts: classes(prices) })),
    { unit: 'call', parts: single(price.call) },
    { unit: 'second', parts: named(price.second) },
    { unit: 'image', parts: named(price.image) },
    { unit: 'characters', parts: single(price.character) },
    {
      unit: 'minute',
      parts: (['input', 'output'] as const).flatMap((of) =>
        minute[of] === undefined ? [] : [{ of, usd: Number(minute[of]) * ratio }],
      ),
    },
    { unit: 'toolCalls', parts: named(price.tools) },
  ];
  return lines.filter(({ parts }) => parts.length > 0);
}
