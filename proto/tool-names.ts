/**
 * Tools that an upstream runs itself and is paid for by the call, by the names that the vendors' answers give them and their prices
 * have. Counted by text-gateway, priced by a model's row.
 */
export const toolNames = [
  'web_search',
  'web_fetch',
  'file_search',
  'image_generation',
  'google_search',
  'google_maps',
] as const;

export type ToolName = (typeof toolNames)[number];
