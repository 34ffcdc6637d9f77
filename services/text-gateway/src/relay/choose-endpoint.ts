import type { WireName } from '../canon/dialect-name.ts';
import type { Candidate } from '../catalog/catalog.ts';
import { findUpstreamCodec } from '../dialects/index.ts';
import { findEmbeddingUpstream } from '../surfaces/index.ts';
import type { Surface } from '../surfaces/surface.ts';
import { findUpstream } from '../upstreams/index.ts';
import {
  type Endpoint,
  findConvertedEndpoint,
  findEndpoint,
  type PathCall,
  type Upstream,
} from '../upstreams/upstream.ts';

/** In the client's own style where it is served, in the upstream's best otherwise. */
export function chooseEndpoint(upstream: Upstream, surface: Surface, call: PathCall): Endpoint | undefined {
  return (
    findEndpoint(upstream, surface.name, call) ??
    findConvertedEndpoint(upstream, call, (style) => isConvertible(surface, style))
  );
}

/** Whether a candidate can be asked at all. */
export function isServed(
  surface: Surface,
  { channel, upstreamModel: model }: Candidate,
  stream: boolean,
): boolean {
  const paths = findUpstream(channel.provider)?.paths ?? [];
  return paths.some(
    ([style, path]) =>
      (style === surface.name || isConvertible(surface, style)) &&
      path({ model, stream, channel }) !== undefined,
  );
}

/** Whether what is asked in a style can be asked of an upstream in another. */
export function isConvertible({ codec, embedding }: Surface, style: WireName): boolean {
  const isGenerated = codec !== undefined && findUpstreamCodec(style) !== undefined;
  return isGenerated || (embedding !== undefined && findEmbeddingUpstream(style) !== undefined);
}
