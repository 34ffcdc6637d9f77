import type { Knex } from 'knex';
import type { ModelEntry, mediaMembers } from '../apply/document/models.ts';
import { upsertRows } from '../upsert-rows.ts';

/** Members that only the media service reads, in the words of the configuration; empty for a text model. */
export type MediaMembers = Pick<ModelEntry, (typeof mediaMembers)[number]>;

export interface Model {
  name: string;
  kind: 'text' | 'media';
  maxOutput: bigint;
  maxImageTokens: bigint;
  /** Models to try, in this order, when no channel of this one can serve. */
  fallbacks: string[];
  media: MediaMembers;
  fromConfig: boolean;
}

interface ModelRow {
  name: string;
  kind: 'text' | 'media';
  max_output: bigint;
  max_image_tokens: bigint;
  fallbacks: string[];
  media: MediaMembers;
  from_config: boolean;
}

export async function listModels(knex: Knex): Promise<Model[]> {
  const rows = await knex<ModelRow>('models').select().orderBy('name');
  return rows.map((row) => ({
    name: row.name,
    kind: row.kind,
    maxOutput: row.max_output,
    maxImageTokens: row.max_image_tokens,
    fallbacks: row.fallbacks,
    media: row.media,
    fromConfig: row.from_config,
  }));
}

export async function upsertModels(transaction: Knex.Transaction, models: readonly Model[]): Promise<void> {
  if (models.length === 0) return;
  const rows = models.map((model) => ({
    name: model.name,
    kind: model.kind,
    max_output: model.maxOutput,
    max_image_tokens: model.maxImageTokens,
    fallbacks: model.fallbacks,
    media: JSON.stringify(model.media),
    from_config: model.fromConfig,
  }));
  await upsertRows(transaction, 'models', 'name', rows);
}

export async function deleteModels(transaction: Knex.Transaction, models: readonly Model[]): Promise<void> {
  if (models.length === 0) return;
  const names = models.map(({ name }) => name);
  await transaction('models').whereIn('name', names).delete();
}
