// Only this dialect names the model, the action and the form of the answer in the path.
import { queryOf } from '../query-of.ts';

export type Action = (typeof actions)[number];

/** How an answer is written: one object, a stream of events, or a stream of the parts of one JSON array. */
export type Form = 'whole' | 'events' | 'array';

export interface Target {
  model: string;
  action: Action;
  form: Form;
}

const actions = [
  'generateContent',
  'streamGenerateContent',
  'countTokens',
  'embedContent',
  'batchEmbedContents',
] as const;

/** Reads `/v1beta/models/{model}:{action}`; null when there is no such action. */
export function readTarget(path: string): Target | null {
  const [, encoded = '', name] = /\/models\/([^/?]+):(\w+)(?:\?|$)/.exec(path) ?? [];
  const action = actions.find((candidate) => candidate === name);
  const model = decode(encoded);
  if (!action || model === null) return null;
  if (action !== 'streamGenerateContent') return { model, action, form: 'whole' };
  return { model, action, form: queryOf(path).get('alt') === 'sse' ? 'events' : 'array' };
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
