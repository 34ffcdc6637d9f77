import type {
  Catalog as CatalogMessage,
  Channel,
  Media,
} from '@headgate/proto/gen/headgate/account/v1/account';

/** One way to render a model: a channel, and what the channel calls the model. */
export interface Candidate {
  channel: Channel;
  upstreamModel: string;
  priceModel: string;
}

/** The catalog, indexed for the questions that a request asks. Immutable. */
export interface Catalog {
  version: bigint;
  candidates(model: string, group: string): readonly Candidate[];
  /** The groups that a caller's group stands for, in order: itself, but for `auto`. */
  groupsOf(group: string): readonly string[];
  /** How requests for a model are read; undefined for one that is not of this service. */
  media(name: string): Media | undefined;
}

const autoGroup = 'auto';

const none: readonly Candidate[] = [];

export function indexCatalog(version: bigint, message: CatalogMessage): Catalog {
  const media = new Map(message.models.map((model) => [model.name, model.media]));
  const byName = new Map<string, Candidate[]>();
  for (const channel of message.channels) {
    for (const { name, upstream, priceModel } of channel.models) {
      for (const group of channel.groups) {
        const candidates = byName.get(`${group}\n${name}`) ?? [];
        candidates.push({ channel, upstreamModel: upstream, priceModel });
        byName.set(`${group}\n${name}`, candidates);
      }
    }
  }
  return {
    version,
    candidates: (model, group) => byName.get(`${group}\n${model}`) ?? none,
    groupsOf: (group) => (group === autoGroup ? message.autoGroups : [group]),
    media: (name) => media.get(name),
  };
}
