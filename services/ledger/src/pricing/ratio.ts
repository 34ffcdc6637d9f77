/** What prices are multiplied by for a group, in whole millionths. */
export interface Ratio {
  base: bigint;
  /** Models, by the name of their price row, that have a ratio of their own in this group. */
  models: ReadonlyMap<string, bigint>;
}

export function ratioOf({ base, models }: Ratio, priceModel: string): bigint {
  return models.get(priceModel) ?? base;
}

/** A ratio as the table keeps it: whole numbers as text, models by name. */
export interface RatioRow {
  ratio: string;
  models: Record<string, string>;
}

export function toRatioRow({ base, models }: Ratio): RatioRow {
  const texts = [...models].map(([model, ratio]) => [model, String(ratio)] as const);
  return {
    ratio: String(base),
    models: Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

export function fromRatioRow({ ratio, models }: RatioRow): Ratio {
  return {
    base: BigInt(ratio),
    models: new Map(Object.entries(models).map(([model, text]) => [model, BigInt(text)])),
  };
}
