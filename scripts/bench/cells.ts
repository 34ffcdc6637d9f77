/** A client's dialect over the one that the upstream is called in. */
export interface Cell {
  name: string;
  client: Dialect;
  upstream: Dialect;
  /** The model of bench.yaml whose channel speaks the upstream's dialect. */
  model: string;
}

export const dialects = ['chat-completions', 'generate-content', 'messages', 'responses'] as const;
export type Dialect = (typeof dialects)[number];

export const upstreamModels: Record<Dialect, string> = {
  'chat-completions': 'gpt-4o-mini',
  'generate-content': 'gemini-2.5-flash',
  messages: 'claude-sonnet-4-5',
  responses: 'gpt-4.1',
};

export const cells: readonly Cell[] = dialects.flatMap((client) =>
  dialects.map((upstream) => ({
    name: `${client} over ${upstream}`,
    client,
    upstream,
    model: upstreamModels[upstream],
  })),
);

/**
 * Whether a request can come to that: what speaks responses speaks chat completions too, and is called in them by
 * whoever speaks neither.
 */
export function isServed({ client, upstream }: Cell): boolean {
  return upstream !== 'responses' || client === 'responses';
}

interface Asked {
  path: string;
  body: object;
}

/** A question in each dialect. */
export const questions: Record<Dialect, (model: string, stream: boolean, content: string) => Asked> = {
  'chat-completions': (model, stream, content) => ({
    path: '/v1/chat/completions',
    body: { model, stream, messages: [{ role: 'user', content }] },
  }),
  'generate-content': (model, stream, content) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents: [{ role: 'user', parts: [{ text: content }] }] },
  }),
  messages: (model, stream, content) => ({
    path: '/v1/messages',
    body: { model, max_tokens: 4_096, stream, messages: [{ role: 'user', content }] },
  }),
  responses: (model, stream, content) => ({
    path: '/v1/responses',
    body: { model, stream, input: content },
  }),
};
