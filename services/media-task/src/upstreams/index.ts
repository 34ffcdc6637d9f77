import type { Surface } from '../task/task.ts';
import { ark } from './ark.ts';
import { dashScope } from './dashscope.ts';
import { gateway } from './gateway.ts';
import { gemini } from './gemini.ts';
import { arkImages } from './images/ark-images.ts';
import { geminiImages } from './images/gemini-images.ts';
import { openAiImages } from './images/open-ai-images.ts';
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

/** Those that have the client wait while they make images: they are asked by workers alone. */
const imageUpstreams: readonly Upstream[] = [arkImages, geminiImages, openAiImages];

const byProvider = new Map(upstreams.map((upstream) => [upstream.provider, upstream]));
const imagesByProvider = new Map([
  ...[...byProvider].filter(([, { makesImages }]) => makesImages),
  ...imageUpstreams.map((upstream) => [upstream.provider, upstream] as const),
]);

/** The adapter that a channel's `provider` names, for tasks of a surface; undefined for a kind that renders nothing. */
export function findUpstream(provider: string, surface: Surface = 'video'): Upstream | undefined {
  return (surface === 'image-async' ? imagesByProvider : byProvider).get(provider);
}

/** The adapter of an account that was kept. Throws where its kind is known no more. */
export function upstreamOf({ provider }: Account, surface: Surface): Upstream {
  const upstream = findUpstream(provider, surface);
  if (!upstream) throw new Error(`nobody knows how to ask ${provider}`);
  return upstream;
}
