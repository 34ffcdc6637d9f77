import type { DialectName } from '../canon/dialect-name.ts';
import { defaultStyle } from './default-style.ts';
import type { ListedModel } from './listed-model.ts';
import { messagesStyle } from './messages-style.ts';
import { nativeStyle } from './native-style.ts';

/** How one client style shows models. */
export interface ModelList {
  encodeModel(model: ListedModel): object;
  encodeModelList(models: readonly ListedModel[]): object;
}

export const modelLists: Record<DialectName, ModelList> = {
  'chat-completions': defaultStyle,
  'generate-content': nativeStyle,
  messages: messagesStyle,
  responses: defaultStyle,
};
