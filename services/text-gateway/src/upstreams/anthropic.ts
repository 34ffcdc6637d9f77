import type { Upstream } from './upstream.ts';

/** Anthropic's API, at `https://api.anthropic.com/v1`. Source: its API reference, "Messages" and "Versions". */
export const anthropic: Upstream = {
  name: 'anthropic',
  paths: [['messages', () => '/messages']],
  models: { path: '/models?limit=1000', list: 'data', name: 'id' },
  authorize: ({ key }) => ({ 'x-api-key': key }),
  headers: { 'anthropic-version': '2023-06-01' },
  usageOnRequest: false,
};
