import { type ContentBlock, ValidationException } from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from 'vitest';
import { askBedrock, createBedrockClient } from '../testing/bedrock-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

/** A conversation in which a tool was called after some thinking. */
async function thoughtfulCall() {
  const { url } = await startSandbox();
  const client = createBedrockClient(url);
  const asked = askBedrock('[[tool get_time]] now', {
    inferenceConfig: { maxTokens: 4096 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    toolConfig: { tools: [{ toolSpec: { name: 'get_time', inputSchema: { json: { type: 'object' } } } }] },
  });
  const content = (await client.converse(asked)).output?.message?.content ?? [];
  const results = content.flatMap(({ toolUse }): ContentBlock[] =>
    toolUse ? [{ toolResult: { toolUseId: toolUse.toolUseId, content: [{ text: 'noon' }] } }] : [],
  );
  const answer = (blocks: ContentBlock[]) =>
    client.converse({
      ...asked,
      messages: [
        ...(asked.messages ?? []),
        { role: 'assistant', content: blocks },
        { role: 'user', content: results },
      ],
    });
  return { content, answer };
}

test('reasoning that comes back as it went out is accepted', async () => {
  const { content, answer } = await thoughtfulCall();
  expect(content.map((block) => Object.keys(block)[0])).toEqual(['reasoningContent', 'toolUse']);
  expect((await answer(content)).output?.message?.content?.at(-1)).toEqual({ text: 'noon' });
});

test.each([
  ['a forged signature', { signature: 'Zm9yZ2Vk' }, 'Invalid `signature`'],
  ['no signature', { signature: undefined }, 'signature: Field required'],
  ['altered words', { text: 'I never thought this' }, 'Invalid `signature`'],
])('reasoning with %s is refused', async (_name, change, words) => {
  const { content, answer } = await thoughtfulCall();
  const altered = content.map((block): ContentBlock => {
    const reasoningText = block.reasoningContent?.reasoningText;
    if (!reasoningText) return block;
    return { reasoningContent: { reasoningText: { ...reasoningText, ...change } } };
  });
  const error = await answer(altered).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ValidationException);
  expect(error).toMatchObject({ message: expect.stringContaining(words) });
});

test('reasoning that is lost between a call and its result is refused', async () => {
  const { content, answer } = await thoughtfulCall();
  const lost = answer(content.filter(({ reasoningContent }) => !reasoningContent));
  await expect(lost).rejects.toThrow('must start with a thinking block');
});
