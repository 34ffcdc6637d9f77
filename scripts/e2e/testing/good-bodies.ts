import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';

/** The members of a good request in one dialect, from which bad ones are made. */
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

/** Messages are asked as chat completions are. */
export function goodBody(dialect: Dialect): GoodBody {
  return others[dialect] ?? chat;
}

export function membersOf({ model, said }: GoodBody): string {
  return model + said;
}
