import type { Upstream } from './upstream.ts';

/** ByteDance's Ark, at `https://ark.cn-beijing.volces.com/api/v3`: its images. Source: its API reference. */
export const ark: Upstream = {
  name: 'ark',
  paths: [['ark-images', () => '/images/generations']],
  authorize: ({ key }) => ({ authorization: `Bearer ${key}` }),
  usageOnRequest: false,
};
