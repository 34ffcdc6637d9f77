import type { ListedModel } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/** Source: Gemini API reference, "Models". Clients feed `name` back as a path. */
export const nativeStyle: ModelList = {
  encodeModel,
  encodeModelList: (models) => ({ models: models.map(encodeModel) }),
};

function encodeModel({ id }: ListedModel): object {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  };
}
