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
  /** 0 serves the model itself, 1 its first fallback, and so on: a higher one is for when no lower one is left. */
  rung: number;
}

/** The catalog, indexed for the questions that a request asks. Immutable. */
export interface Catalog {
  version: bigint;
  /** All of them, whatever they serve. */
  channels: readonly Channel[];
  /** One of them by its id. */
  channel(id: bigint): Channel | undefined;
  /** Ways to serve a model for a group, of all priorities. */
  candidates(model: string, group: string): readonly Candidate[];
  /** The groups that a caller's group stands for, in order: itself, but for `auto`. */
  groupsOf(group: string): readonly string[];
  /** Names of all models that a group can use, by their fallbacks too; sorted. */
  modelsOf(group: string): readonly string[];
  /** Whether anybody can ask for it, or it has a row. */
  isNamed(model: string): boolean;
  /** Bounds of a model, by the name that prices it or the name that clients use. */
  model(name: string): Model | undefined;
}

/** Stands for the groups that the catalog names. */
const autoGroup = 'auto';

const none: readonly Candidate[] = [];

export function indexCatalog(version: bigint, message: CatalogMessage): Catalog {
  const models = new Map(message.models.map((model) => [model.name, model]));
  const channels = new Map(message.channels.map((channel) => [channel.id, channel]));
  const byGroup = new Map<string, Map<string, Candidate[]>>();
  for (const channel of message.channels) {
    for (const group of channel.groups) {
      const byModel = byGroup.get(group) ?? new Map<string, Candidate[]>();
      byGroup.set(group, byModel);
      for (const { name, upstream, priceModel } of channel.models) {
        const candidates = byModel.get(name) ?? [];
        candidates.push({ channel, upstreamModel: upstream, priceModel, rung: 0 });
        byModel.set(name, candidates);
      }
    }
  }
  const groupsOf = (group: string): readonly string[] => (group === autoGroup ? message.autoGroups : [group]);
  const namesOf = (group: string): string[] => {
    const served = byGroup.get(group);
    if (!served) return [];
    const saved = message.models.filter(({ fallbacks }) => fallbacks.some((name) => served.has(name)));
    return [...served.keys(), ...saved.map(({ name }) => name)];
  };
  const listed = [...byGroup.keys(), autoGroup].map((group) => {
    return [group, [...new Set(groupsOf(group).flatMap(namesOf))].sort()] as const;
  });
  const namesByGroup = new Map(listed);
  return {
    version,
    channels: message.channels,
    channel: (id) => channels.get(id),
    candidates: (model, group) => byGroup.get(group)?.get(model) ?? none,
    groupsOf,
    modelsOf: (group) => namesByGroup.get(group) ?? [],
    isNamed: (name) => models.has(name) || byGroup.values().some((served) => served.has(name)),
    model: (name) => models.get(name),
  };
}
