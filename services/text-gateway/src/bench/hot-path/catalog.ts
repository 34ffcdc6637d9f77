import { Catalog, Channel, Model } from '@headgate/proto/gen/headgate/account/v1/account';
import { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { type Bounds, indexBounds } from '../../catalog/bounds.ts';
import { type Catalog as Indexed, indexCatalog } from '../../catalog/catalog.ts';

/** How much stands in the catalog beside what is asked for. */
export interface CatalogSize {
  models: number;
  channels: number;
}

const group = 'default';
/** What upstreams call the model. */
const upstreamModel = 'bench-model-2026-11-22';
const modelsOfChannel = 20;

/** What a client calls the model of a provider: by the upstream's own name, which is one and the same, or by another. */
export function nameModel(provider: string, isMapped: boolean): string {
  return isMapped ? `bench-${provider}` : upstreamModel;
}

/** A channel of this provider serves the model under both names; all that is beside it serves others. */
export function createBenchCatalog(
  baseUrl: string,
  provider: string,
  size: CatalogSize,
): { catalog: Indexed; bounds: Bounds } {
  const others = Array.from({ length: size.models }, (_, index) => `other-${index}`);
  const names = [nameModel(provider, false), nameModel(provider, true)];
  const models = [...names, ...others];
  const served = Channel.fromPartial({
    id: 1n,
    provider,
    baseUrl,
    keys: ['bench-key'],
    groups: [group],
    weight: 1,
    models: names.map((name) => ({ name, upstream: upstreamModel, priceModel: name })),
  });
  const beside = Array.from({ length: size.channels }, (_, index) =>
    Channel.fromPartial({
      id: BigInt(1_000 + index),
      provider: 'openai',
      baseUrl,
      keys: ['bench-key'],
      groups: [group, `group-${index % 10}`],
      weight: 1,
      models: Array.from({ length: modelsOfChannel }, (__, number) => {
        const name = others[(index * modelsOfChannel + number) % others.length] ?? '';
        return { name, upstream: name, priceModel: name };
      }),
    }),
  );
  return {
    catalog: indexCatalog(
      7n,
      Catalog.fromPartial({
        channels: [...beside, served],
        models: models.map((name) => Model.fromPartial({ name, maxOutput: 4_096n, maxImageTokens: 1_000n })),
        groups: [group],
      }),
    ),
    bounds: indexBounds(
      3n,
      models.map((model) => Bound.fromPartial({ model, group, input: 75_000n, output: 300_000n })),
    ),
  };
}
