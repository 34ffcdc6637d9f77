/** A model as Google names it within bodies. */
export function resourceOf(model: string): string {
  return `models/${model}`;
}
