/** What the API takes as a price or a ratio. */
const plainForm = /^\d{1,12}(\.\d{1,9})?$/;

/** Whether a text is empty, or a number from 0 with at most nine digits behind the point. */
export function isDecimalText(text: string): boolean {
  return text.trim() === '' || plainForm.test(text.trim());
}

/** Whether a text is an amount of dollars to give, or with `-` to take; not nothing. */
export function isUsdText(text: string): boolean {
  return /^-?\d{1,10}(\.\d{1,6})?$/.test(text.trim()) && Number(text) !== 0;
}
