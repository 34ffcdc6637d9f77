import type {
  Catalog as CatalogMessage,
  Channel,
  Model,
} from '@headgate/proto/gen/headgate/account/v1/account';

/** One way to serve a model: a channel, and what the channel calls the model. */
export interface Candidate {
  channel: Channel;
  upstreamModel: string;
  priceModel: string;
}

/** The catalog, indexed for the questions that a request asks. Immutable. */
export interface Catalog {
  version: bigint;
  /** Ways to serve a model for a group, of all priorities. */
  candidates(model: string, group: string): readonly Candidate[];
  /** Names of all models that a group can use, sorted. */
  modelsOf(group: string): readonly string[];
  /** Bounds of a model, by the name that prices it or the name that clients use. */
  model(name: string): Model | undefined;
}

const none: readonly Candidate[] = [];

export function indexCatalog(version: bigint, message: CatalogMessage): Catalog {
  const models = new Map(message.models.map((model) => [model.name, model]));
  const byGroup = new Map<string, Map<string, Candidate[]>>();
  for (const channel of message.channels) {
    for (const group of channel.groups) {
      const byModel = byGroup.get(group) ?? new Map<string, Candidate[]>();
      byGroup.set(group, byModel);
      for (const { name, upstream, priceModel } of channel.models) {
        const candidates = byModel.get(name) ?? [];
        candidates.push({ channel, upstreamModel: upstream, priceModel });
        byModel.set(name, candidates);
      }
    }
  }
  const namesByGroup = new Map([...byGroup].map(([group, byModel]) => [group, [...byModel.keys()].sort()]));
  return {
    version,
    candidates: (model, group) => byGroup.get(group)?.get(model) ?? none,
    modelsOf: (group) => namesByGroup.get(group) ?? [],
    model: (name) => models.get(name),
  };
}
