import type { ListedModel } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/** A constant that the field has settled on; nothing is known of when a model was made. */
const created = 1_626_777_600;

/** Source: OpenAI API reference, "Models". */
export const defaultStyle: ModelList = {
  encodeModel,
  encodeModelList: (models) => ({ object: 'list', data: models.map(encodeModel) }),
};

function encodeModel({ id, ownedBy }: ListedModel): object {
  return { id, object: 'model', created, owned_by: ownedBy };
}
