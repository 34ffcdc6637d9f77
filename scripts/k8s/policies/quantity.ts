const factors: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
};

/** A Kubernetes quantity of bytes: `768Mi`. */
export function bytesOf(quantity: string | number): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(quantity)) ?? [];
  const factor = factors[unit];
  if (number === undefined || factor === undefined) throw new Error(`${quantity} is no quantity of bytes`);
  return Number(number) * factor;
}
