import type { Request } from 'express';

/** Whose clients ask: on routes of models, where paths do not tell. */
export type ModelStyle = 'default' | 'messages' | 'native';

/**
 * The style by the headers that its clients send. Versions are not compared: clients are newer than we are. Anthropic's SDK
 * sends its key as Bearer from 1.12 on.
 */
export function modelStyle({ headers, query }: Pick<Request, 'headers' | 'query'>): ModelStyle {
  if (headers['anthropic-version'] && (headers['x-api-key'] || headers.authorization)) return 'messages';
  if (headers['x-goog-api-key'] || [query.key ?? []].flat().join('')) return 'native';
  return 'default';
}
