import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Row } from './route-table.ts';

/** The members of a good request for one row, from which bad ones are made. */
export interface GoodBody {
  /** Names the model, with a comma behind; empty where the path does. */
  model: string;
  /** The member that holds what is said, by its name. */
  list: string;
  said: string;
}

const chat: GoodBody = {
  model: '"model":"gpt-4o-mini",',
  list: 'messages',
  said: '"messages":[{"role":"user","content":"hi"}]',
};

const others: Partial<Record<Dialect, GoodBody>> = {
  [Dialect.RESPONSES]: { ...chat, list: 'input', said: '"input":[{"role":"user","content":"hi"}]' },
  [Dialect.GENERATE_CONTENT]: {
    model: '',
    list: 'contents',
    said: '"contents":[{"role":"user","parts":[{"text":"hi"}]}]',
  },
};

const input: GoodBody = { ...chat, list: 'input', said: '"input":"hi"' };

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const beyond: Partial<Record<Operation, GoodBody>> = {
  [Operation.COMPLETE]: { ...chat, list: 'prompt', said: '"prompt":"hi"' },
  [Operation.COMPACT]: input,
  [Operation.EMBED]: input,
  [Operation.RERANK]: { ...chat, list: 'documents', said: '"query":"q","documents":["hi"]' },
  [Operation.MODERATE]: input,
  [Operation.SPEAK]: input,
  [Operation.GENERATE_IMAGES]: { ...chat, list: 'prompt', said: '"prompt":"hi"' },
  [Operation.EDIT_IMAGES]: { ...chat, list: 'prompt', said: `"prompt":"hi","image":"${onePixel}"` },
};

const content = '"content":{"parts":[{"text":"hi"}]}';
const native: Partial<Record<Operation, GoodBody>> = {
  [Operation.EMBED]: { model: '', list: 'content', said: content },
  [Operation.BATCH_EMBED]: { model: '', list: 'requests', said: `"requests":[{${content}}]` },
};

/** Messages are asked as chat completions are; so is whatever has no body of its own. */
export function goodBody({ dialect, operation }: Pick<Row, 'dialect' | 'operation'>): GoodBody {
  const byOperation = dialect === Dialect.GENERATE_CONTENT ? native : beyond;
  return byOperation[operation ?? Operation.UNSPECIFIED] ?? others[dialect ?? Dialect.UNSPECIFIED] ?? chat;
}

export function membersOf({ model, said }: GoodBody): string {
  return model + said;
}
