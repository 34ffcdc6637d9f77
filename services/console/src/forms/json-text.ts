/** A JSON object as people edit it; what is empty is no text at all. */
export function toJsonText(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}

/** The object that a text is of: `{}` for an empty one, undefined for what is no JSON object. */
export function readJsonText(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The first whole number of a JSON text that would become another one: numbers keep about sixteen digits. */
export function findRounded(text: string): string | undefined {
  const withoutTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const whole = withoutTexts.match(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g) ?? [];
  return whole.find((digits) => String(Number(digits)) !== digits);
}
