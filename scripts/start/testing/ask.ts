import type { DevFile } from '../home/dev-file.ts';

/** Asks for a chat completion the way the first curl command does. */
export async function ask({ apiKey }: DevFile, baseUrl: string, model = 'gpt-4o-mini'): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await response.text();
  return response.status;
}
