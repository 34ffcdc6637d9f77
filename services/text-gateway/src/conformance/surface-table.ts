import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { SurfaceName, WireName } from '../canon/dialect-name.ts';
import { isConvertible } from '../relay/plans/choose-endpoint.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { row } from './matrix-table.ts';

/** What vendors and their users call the styles beyond the dialects. */
const titles: Record<SurfaceName, string> = {
  'batch-embed-contents': 'batchEmbedContents',
  compaction: 'compaction',
  completions: 'legacy completions',
  'embed-content': 'embedContent',
  embeddings: 'embeddings',
  'image-edits': 'edits of images',
  'image-generations': 'images',
  moderations: 'moderations',
  rerank: 'rerank',
  speech: 'speech',
  transcriptions: 'transcriptions',
  translations: 'translations',
};

const plainModel = { model: 'm', stream: false, channel: Channel.fromPartial({}) };

/** How every style beyond the dialects is served by every kind of upstream: with the client's own bytes, or converted. */
export function describeSurfaces(surfaces: readonly Surface[], upstreams: readonly Upstream[]): string[] {
  return [
    row(['Client asks for', ...upstreams.map(({ name }) => `\`${name}\``)]),
    row(['', ...upstreams].map(() => '---')),
    ...surfaces.map((surface) =>
      row([titleOf(surface.name), ...upstreams.map((upstream) => wayOf(upstream, surface))]),
    ),
  ];
}

function titleOf(name: WireName): string {
  const titled = Object.entries(titles).find(([known]) => known === name);
  return titled?.[1] ?? name;
}

function wayOf({ paths }: Upstream, surface: Surface): string {
  const isConverted = paths.some(([style]) => style !== surface.name && isConvertible(surface, style));
  const path = paths.find(([style]) => style === surface.name)?.[1];
  if (!path) return isConverted ? 'converted' : '';
  // Some serve it for some of their models alone.
  return isConverted && path(plainModel) === undefined ? 'bytes or converted' : 'bytes';
}
