import type { Model } from '../../models/store.ts';
import type { Document } from '../document/document.ts';
import { isMedia, type ModelEntry, mediaMembers } from '../document/models.ts';
import { compare, type Difference, type Kind } from './difference.ts';
import type { PlanOptions } from './plan.ts';

export const modelKind: Kind<Model> = {
  word: 'model',
  nameOf: ({ name }) => name,
  identify: ({ name }) => name,
  shown: {
    kind: ({ kind }) => kind,
    max_output: ({ maxOutput }) => maxOutput,
    max_image_tokens: ({ maxImageTokens }) => maxImageTokens,
    fallbacks: ({ fallbacks }) => fallbacks,
    'media members': ({ media }) =>
      mediaMembers.flatMap((member) =>
        member in media ? [[member, JSON.stringify(media[member])] as const] : [],
      ),
    'in the file': ({ fromConfig }) => fromConfig,
  },
  hidden: {},
};

export function planModels(
  document: Document,
  current: readonly Model[],
  { prune, keepMembers }: PlanOptions,
): Difference<Model> {
  const known = new Map(keepMembers ? current.map((model) => [model.name, model]) : []);
  const wanted = Object.entries(document.models).map(([name, entry]) =>
    toModel(name, entry, known.get(name), { fromConfig: known.get(name)?.fromConfig ?? true }),
  );
  return compare(modelKind, current, wanted, ({ fromConfig }) => prune && fromConfig);
}

const unknownModel: Pick<Model, 'kind' | 'maxOutput' | 'maxImageTokens' | 'fallbacks' | 'media'> = {
  kind: 'text',
  maxOutput: 32_768n,
  maxImageTokens: 50_000n,
  fallbacks: [],
  media: {},
};

/** @param before what stands for the members that the entry leaves out. */
export function toModel(
  name: string,
  entry: ModelEntry,
  before: Model | undefined,
  { fromConfig }: Pick<Model, 'fromConfig'>,
): Model {
  const known = before ?? unknownModel;
  const said = mediaMembers.flatMap((member) =>
    entry[member] === undefined ? [] : [[member, entry[member]] as const],
  );
  const media = { ...known.media, ...Object.fromEntries(said) };
  return {
    name,
    kind: kindOf({ ...entry, ...media }, known.kind),
    maxOutput: BigInt(entry.max_output ?? known.maxOutput),
    maxImageTokens: BigInt(entry.max_image_tokens ?? known.maxImageTokens),
    fallbacks: entry.fallbacks ?? known.fallbacks,
    media,
    fromConfig,
  };
}

/** Prices by second and image make a model one of media for as long as it has them. Without any price it stays what it is. */
function kindOf(entry: ModelEntry, known: Model['kind']): Model['kind'] {
  if (isMedia(entry)) return 'media';
  return Object.keys(entry.price).length > 0 ? 'text' : known;
}
