import type { Request } from 'express';

/** Whose clients ask: on routes of models, where paths do not tell. */
export type ModelStyle = 'default' | 'messages' | 'native';

/** The style by the headers that its clients send. Versions are not compared: clients are newer than we are. */
export function modelStyle({ headers, query }: Pick<Request, 'headers' | 'query'>): ModelStyle {
  if (headers['x-api-key'] && headers['anthropic-version']) return 'messages';
  if (headers['x-goog-api-key'] || [query.key ?? []].flat().join('')) return 'native';
  return 'default';
}
