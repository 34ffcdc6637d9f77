import { ark } from './ark.ts';
import { openAiVideos } from './open-ai-videos.ts';
import type { Upstream } from './upstream.ts';

const upstreams: readonly Upstream[] = [openAiVideos, ark];

const byProvider = new Map(upstreams.map((upstream) => [upstream.provider, upstream]));

/** The adapter that a channel's `provider` names; undefined for a kind that renders nothing. */
export function findUpstream(provider: string): Upstream | undefined {
  return byProvider.get(provider);
}
