/** What a file of prices says, in the form of the configuration's `models`. */
export interface PriceFile {
  models: Record<string, { price: unknown }>;
  /** A line for each model that was left out although it was asked for. */
  skipped: Record<string, string>;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
