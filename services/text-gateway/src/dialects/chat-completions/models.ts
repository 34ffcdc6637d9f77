/** A model as the catalog shows it to one caller. */
export interface ListedModel {
  id: string;
  /** The provider kind of the first candidate channel. */
  ownedBy: string;
}

/** A constant that the field has settled on; nothing is known of when a model was made. */
const created = 1_626_777_600;

/** Source: OpenAI API reference, "Models". */
export function encodeModel({ id, ownedBy }: ListedModel): object {
  return { id, object: 'model', created, owned_by: ownedBy };
}

export function encodeModelList(models: readonly ListedModel[]): object {
  return { object: 'list', data: models.map(encodeModel) };
}
