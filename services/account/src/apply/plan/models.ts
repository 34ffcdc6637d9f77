import type { Model } from '../../models/store.ts';
import type { Document } from '../document/document.ts';
import { isMedia, type ModelEntry, mediaMembers } from '../document/models.ts';
import { compare, type Difference, type Kind } from './difference.ts';

const kind: Kind<Model> = {
  word: 'model',
  nameOf: ({ name }) => name,
  identify: ({ name }) => name,
  shown: {
    kind: ({ kind }) => kind,
    max_output: ({ maxOutput }) => maxOutput,
    max_image_tokens: ({ maxImageTokens }) => maxImageTokens,
    fallbacks: ({ fallbacks }) => fallbacks,
    'media members': ({ media }) =>
      mediaMembers.flatMap((member) => (member in media ? `${member}=${JSON.stringify(media[member])}` : [])),
    'in the file': ({ fromConfig }) => fromConfig,
  },
  hidden: {},
};

const defaultMaxOutput = 32_768;
const defaultMaxImageTokens = 50_000;

export interface ModelPlan extends Difference<Model> {
  warnings: string[];
}

export function planModels(document: Document, current: readonly Model[], prune: boolean): ModelPlan {
  const wanted = Object.entries(document.models).map(([name, entry]) => toModel(name, entry));
  const warnings = wanted
    .filter(({ kind }) => kind === 'media')
    .map(({ name }) => `model ${name}: media models are not served yet; it is kept and not listed`);
  return { ...compare(kind, current, wanted, ({ fromConfig }) => prune && fromConfig), warnings };
}

function toModel(name: string, entry: ModelEntry): Model {
  const media = mediaMembers.flatMap((member) =>
    entry[member] === undefined ? [] : [[member, entry[member]] as const],
  );
  return {
    name,
    kind: isMedia(entry) ? 'media' : 'text',
    maxOutput: BigInt(entry.max_output ?? defaultMaxOutput),
    maxImageTokens: BigInt(entry.max_image_tokens ?? defaultMaxImageTokens),
    fallbacks: entry.fallbacks ?? [],
    media: Object.fromEntries(media),
    fromConfig: true,
  };
}
