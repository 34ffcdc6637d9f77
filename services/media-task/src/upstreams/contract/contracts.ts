import { ark } from './ark.ts';
import type { Contract } from './contract.ts';
import { dashScope } from './dashscope.ts';
import { gateway } from './gateway.ts';
import { interactions } from './interactions.ts';
import { kling } from './kling.ts';
import { midjourney } from './midjourney-proxy.ts';
import { miniMax } from './minimax.ts';
import { miniMaxV2 } from './minimax-v2.ts';
import { openAiVideos } from './open-ai-videos.ts';
import { tencentVod } from './tencent-vod.ts';
import { veo } from './veo.ts';
import { vertex } from './vertex.ts';
import { xai } from './xai.ts';

export const contracts: readonly Contract[] = [
  ark,
  dashScope,
  gateway,
  interactions,
  kling,
  midjourney,
  miniMax,
  miniMaxV2,
  openAiVideos,
  tencentVod,
  veo,
  vertex,
  xai,
];
