/** Requests of four dialects without an SDK, for answers that no SDK takes. */
export interface PlainRequest {
  path: string;
  body: object;
}

type MakeRequest = (model: string, text: string, isStreamed: boolean) => PlainRequest;

const turns = (text: string) => [{ role: 'user', content: text }];

/** By the names of the SDK clients. Every dialect's key may stand behind `Bearer`. */
export const plainRequests: Record<string, MakeRequest> = {
  'chat completions': (model, text, stream) => ({
    path: '/v1/chat/completions',
    body: { model, stream, messages: turns(text) },
  }),
  responses: (model, text, stream) => ({ path: '/v1/responses', body: { model, stream, input: text } }),
  messages: (model, text, stream) => ({
    path: '/v1/messages',
    body: { model, stream, max_tokens: 8_000, messages: turns(text) },
  }),
  generateContent: (model, text, isStreamed) => ({
    path: `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents: [{ role: 'user', parts: [{ text }] }] },
  }),
};

/** Asks as a dialect does; gives the answer once its head is there. */
export function askPlainly(
  world: { baseUrl: string },
  key: string,
  { path, body }: PlainRequest,
): Promise<Response> {
  return fetch(world.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
