import { ark } from './ark.ts';
import { dashScope } from './dashscope.ts';
import { gateway } from './gateway.ts';
import { gemini } from './gemini.ts';
import { kling } from './kling.ts';
import { midjourneyProxy } from './midjourney-proxy.ts';
import { miniMax } from './minimax.ts';
import { miniMaxV2 } from './minimax-v2.ts';
import { openAiVideos } from './open-ai-videos.ts';
import { tencentVod } from './tencent-vod.ts';
import type { Account, Upstream } from './upstream.ts';
import { vertex } from './vertex.ts';
import { xai } from './xai.ts';

export const upstreams: readonly Upstream[] = [
  ark,
  dashScope,
  gateway,
  gemini,
  kling,
  midjourneyProxy,
  miniMax,
  miniMaxV2,
  openAiVideos,
  tencentVod,
  vertex,
  xai,
];

const byProvider = new Map(upstreams.map((upstream) => [upstream.provider, upstream]));

/** The adapter that a channel's `provider` names; undefined for a kind that renders nothing. */
export function findUpstream(provider: string): Upstream | undefined {
  return byProvider.get(provider);
}

/** The adapter of an account that was kept. Throws where its kind is known no more. */
export function upstreamOf({ provider }: Account): Upstream {
  const upstream = findUpstream(provider);
  if (!upstream) throw new Error(`nobody knows how to ask ${provider}`);
  return upstream;
}
