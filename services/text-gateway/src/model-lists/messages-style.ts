import type { ListedModel } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/** The same constant as elsewhere: nothing is known of when a model was made. */
const createdAt = '2021-07-20T12:00:00Z';

/** All on one page. Source: Anthropic API reference, "List Models". */
export const messagesStyle: ModelList = {
  encodeModel,
  encodeModelList: (models) => ({
    data: models.map(encodeModel),
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
    has_more: false,
  }),
};

function encodeModel({ id }: ListedModel): object {
  return { id, type: 'model', display_name: id, created_at: createdAt };
}
