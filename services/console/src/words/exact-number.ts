/** An exact decimal as a number; the ledger writes a fraction, "1/3", where there is none. */
export function exactNumber(text: string): number {
  const [dividend = '', divisor = '1'] = text.split('/');
  return Number(dividend) / Number(divisor);
}
