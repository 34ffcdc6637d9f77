import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { ByHeaders } from '../../routes/route.ts';
import { anyOf, flag, list, open, type Schema, second, text } from '../schema.ts';
import { json, type RouteWords } from './route-words.ts';

const plain = open({ id: text(), object: text(), created: second('Since when'), owned_by: text() }, ['id']);
const ofMessages = open({ id: text(), type: text(), display_name: text(), created_at: text() }, ['id']);
const native = open({ name: text(), displayName: text(), supportedGenerationMethods: list(text()) }, [
  'name',
]);

const lists: Record<'plain' | 'messages' | 'native', Schema> = {
  plain: open({ object: text(), data: list(plain) }, ['data']),
  messages: open({ data: list(ofMessages), has_more: flag(), first_id: {}, last_id: {} }, ['data']),
  native: open({ models: list(native) }, ['models']),
};

const styles =
  'Answered in the style of messages to clients that send anthropic-version beside x-api-key or Bearer, in the native style to those that send x-goog-api-key or ?key=, and in the plain style to all others.';

/** Which models there are, in the styles that clients read. */
export function modelWords(
  operation: typeof Operation.LIST_MODELS | typeof Operation.GET_MODEL,
  dialect: Dialect | ByHeaders,
): RouteWords {
  const isList = operation === Operation.LIST_MODELS;
  return {
    tag: 'Models',
    summary: isList ? 'Lists the models that the key may use' : 'Shows one model',
    ...(dialect === 'by headers' && { description: styles }),
    answer: isList
      ? json('The models', schemaOf(dialect, lists))
      : json('The model', schemaOf(dialect, single)),
  };
}

const single: typeof lists = { plain, messages: ofMessages, native };

function schemaOf(dialect: Dialect | ByHeaders, schemas: typeof lists): Schema {
  if (dialect === 'by headers') return anyOf(...Object.values(schemas));
  return dialect === Dialect.GENERATE_CONTENT ? schemas.native : schemas.plain;
}
