/** How each client shows a model an image at an address. */
export interface Showing {
  path: string;
  body: Record<string, unknown>;
}

export const showing: Record<string, (model: string, url: string) => Showing> = {
  'chat completions': (model, url) => ({
    path: '/v1/chat/completions',
    body: { model, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] },
  }),
  responses: (model, url) => ({
    path: '/v1/responses',
    body: { model, input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] },
  }),
  messages: (model, url) => ({
    path: '/v1/messages',
    body: {
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
    },
  }),
  generateContent: (model, url) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: [{ role: 'user', parts: [{ fileData: { mimeType: 'image/png', fileUri: url } }] }] },
  }),
};
