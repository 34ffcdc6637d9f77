/**
 * The model whose price row bills what a channel serves: the first name along its chain that has one. It is
 * looked up at reading time, so that a row added later takes effect.
 */
export function findPriceModel(priced: ReadonlySet<string>, chain: readonly string[]): string | undefined {
  return chain.find((name) => priced.has(name));
}
