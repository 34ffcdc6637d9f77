import type { WireName } from '../../canon/dialect-name.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import type { ImageJob } from '../../images/image-order.ts';
import { findImageCodec } from '../../images/styles/find-codec.ts';
import { findEmbeddingUpstream } from '../../surfaces/index.ts';
import type { Surface } from '../../surfaces/surface.ts';
import { findUpstream } from '../../upstreams/index.ts';
import {
  type Endpoint,
  findConvertedEndpoint,
  findEndpoint,
  type PathCall,
  type Upstream,
} from '../../upstreams/upstream.ts';

/** In the client's own style where it is served, in the upstream's best otherwise. */
export function chooseEndpoint(
  upstream: Upstream,
  surface: Surface,
  call: PathCall,
  job?: ImageJob,
): Endpoint | undefined {
  if (job) return chooseImageEndpoint(upstream, surface, call, job);
  return (
    findEndpoint(upstream, surface.name, call) ??
    findConvertedEndpoint(upstream, call, (style) => isConvertible(surface, style))
  );
}

/** Images that come along make an edit of it, whichever route was asked. */
function chooseImageEndpoint(
  upstream: Upstream,
  surface: Surface,
  call: PathCall,
  { ask: { pictures } }: ImageJob,
): Endpoint | undefined {
  const [own, unfit] =
    pictures.length > 0
      ? (['image-edits', ['xai-images']] as const)
      : (['image-generations', ['image-edits', 'xai-image-edits']] as const);
  const fits = (style: string): boolean => !unfit.some((other) => other === style);
  return (
    findEndpoint(upstream, own, call) ??
    findConvertedEndpoint(upstream, call, (style) => fits(style) && isConvertible(surface, style)) ??
    findEndpoint(upstream, surface.name, call)
  );
}

/** Whether a candidate can be asked at all. */
export function isServed(surface: Surface, candidate: Candidate, stream: boolean): boolean {
  return speaks(candidate, stream, (style) => style === surface.name || isConvertible(surface, style));
}

/** Whether the pictures are counted that a candidate makes, which can be asked. */
export function countsPictures({ name, images }: Surface, candidate: Candidate, stream: boolean): boolean {
  if (images !== 'drawn') return images !== undefined;
  return !speaks(candidate, stream, (style) => style === name);
}

/** Whether a candidate is asked for images in OpenAI's own style, which has no word for a resolution. */
export function leavesResolution(candidate: Candidate): boolean {
  return speaks(candidate, false, (style) => style === 'image-generations' || style === 'image-edits');
}

function speaks(
  { channel, upstreamModel: model }: Candidate,
  stream: boolean,
  isWanted: (style: WireName) => boolean,
): boolean {
  const paths = findUpstream(channel.provider)?.paths ?? [];
  return paths.some(([style, path]) => isWanted(style) && path({ model, stream, channel }) !== undefined);
}

/** Whether what is asked in a style can be asked of an upstream in another. */
export function isConvertible({ codec, embedding, images }: Surface, style: WireName): boolean {
  if (images === 'converted') return findImageCodec(style) !== undefined;
  const isGenerated = codec !== undefined && findUpstreamCodec(style) !== undefined;
  return isGenerated || (embedding !== undefined && findEmbeddingUpstream(style) !== undefined);
}
