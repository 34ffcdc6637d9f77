import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { askModels } from './public.ts';

/** What a model makes. */
export type ModelKind = 'chat' | 'image' | 'video';

export interface OwnModel {
  name: string;
  kind: ModelKind;
}

/** The models that who is signed in may use. */
export const ownModelsQuery = queryOptions({
  queryKey: ['models', 'own'],
  queryFn: async ({ signal }): Promise<OwnModel[]> => {
    const [listed, { models: priced }] = await Promise.all([
      listModels(signal),
      ask<{ models: { model: string; endpoints: string[] }[] }>('/api/pricing', { signal }),
    ]);
    const endpoints = new Map(priced.map((model) => [model.model, model.endpoints]));
    const names = [...new Set([...listed, ...endpoints.keys()])].sort();
    return names.map((name) => ({ name, kind: kindOf(endpoints.get(name)) }));
  },
  staleTime: 60_000,
});

async function listModels(signal: AbortSignal): Promise<string[]> {
  const answer: { data: { id: string }[] } = await (await askModels('/pg/models', { signal })).json();
  return answer.data.map(({ id }) => id);
}

/** What has no price for everybody is listed for text. */
export function kindOf(endpoints: readonly string[] = []): ModelKind {
  if (endpoints.includes('video')) return 'video';
  return endpoints.includes('image-generation') ? 'image' : 'chat';
}

/** The groups that one may give to a key, with what they multiply prices by. */
export const ownGroupsQuery = queryOptions({
  queryKey: ['groups', 'own'],
  queryFn: ({ signal }) => ask<Record<string, { ratio: string }>>('/api/user/self/groups', { signal }),
  staleTime: 60_000,
});
