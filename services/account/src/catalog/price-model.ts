import type { ChannelModel } from '../channels/store.ts';

/**
 * The model whose price row bills what a channel serves: the alias's own row, or else the row of its upstream
 * name. It is looked up at reading time, so that a row added later takes effect.
 */
export function findPriceModel(
  priced: ReadonlySet<string>,
  { name, upstream }: ChannelModel,
): string | undefined {
  return [name, upstream].find((candidate) => priced.has(candidate));
}
