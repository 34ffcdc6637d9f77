import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { type DialectName, dialectNames } from '../canon/dialect-name.ts';
import { findUpstreamCodec } from '../dialects/index.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { row, titles } from './matrix-table.ts';

const plainModel = { model: 'm', stream: false, channel: Channel.fromPartial({}) };

/** How every kind of upstream serves every dialect: with the client's own bytes, or converted. */
export function describeUpstreams(upstreams: readonly Upstream[]): string[] {
  return [
    row(['`provider` of the channel', ...dialectNames.map((name) => titles[name])]),
    row(['', ...dialectNames].map(() => '---')),
    ...upstreams.flatMap((upstream) => {
      const ways = dialectNames.map((client) => wayOf(upstream, client));
      // Some serve images alone.
      return ways.every((way) => way === '') ? [] : [row([`\`${upstream.name}\``, ...ways])];
    }),
  ];
}

function wayOf({ paths }: Upstream, client: DialectName): string {
  const isConverted = paths.some(([style]) => style !== client && findUpstreamCodec(style));
  if (!paths.some(([style]) => style === client)) return isConverted ? 'converted' : '';
  // Who does not serve every model in each of its styles converts for the others.
  const dependsOnModel = paths.some(
    ([style, path]) => findUpstreamCodec(style) && path(plainModel) === undefined,
  );
  return dependsOnModel && isConverted ? 'bytes or converted' : 'bytes';
}
