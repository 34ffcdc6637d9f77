import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const text = { text: 'hi' };
const user = { role: 'user', content: [text] };
const toolUse = { toolUseId: 'tooluse_1', name: 'f', input: {} };
const called = { role: 'assistant', content: [{ toolUse }] };
const toolResult = { toolUseId: 'tooluse_1', content: [{ text: 'r' }] };
const result = { role: 'user', content: [{ toolResult }] };
const tool = { toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } };
const toolConfig = { tools: [tool] };
const source = { bytes: 'AQID' };
const document = { format: 'pdf', name: 'a', source };
const note = { format: 'txt', name: 'b', source };
const citations = { enabled: true };
const cachePoint = { type: 'default' };
const thinking = { type: 'enabled', budget_tokens: 1024 };
const base = { messages: [user], inferenceConfig: { maxTokens: 2000 } };
const saying = (...messages: unknown[]) => ({ ...base, messages, toolConfig });
const bearing = (...content: unknown[]) => saying({ role: 'user', content });
const thinkingWith = (others: object) => ({
  ...base,
  additionalModelRequestFields: { thinking },
  ...others,
});

const refusals: [string, unknown, string][] = [
  ['not JSON', '{"messages":', 'no JSON'],
  ['a member of another dialect', { ...base, max_tokens: 5 }, "'max_tokens'"],
  ['no messages', { inferenceConfig: {} }, "'messages'"],
  ['a wrong role', saying({ role: 'system', content: [text] }), 'messages.0.role'],
  ['an assistant first', saying({ role: 'assistant', content: [text] }), 'must start with a user message'],
  ['a role twice', saying(user, user), 'must alternate'],
  ['an empty content', bearing(), 'messages.0 is empty'],
  ['a blank text', bearing({ text: ' ' }), 'messages.0.content.0 is blank'],
  ['a block of another dialect', bearing({ type: 'text', text: 'hi' }), 'Exactly one member'],
  ['an unheard-of block', bearing({ hologram: {} }), 'messages.0.content.0'],
  ['an image of a wrong format', bearing({ image: { format: 'tiff', source } }), 'image.format'],
  ['an image at an address', bearing({ image: { format: 'png', source: { url: 'u' } } }), 'source.bytes'],
  ['a document alone', bearing({ document }), 'text block is required'],
  ['a document with a dot', bearing({ document: { ...document, name: 'a.pdf' } }, text), 'document.name'],
  [
    'two documents of one name',
    bearing({ document }, { document: { ...document, name: 'A' } }, text),
    'duplicate document names',
  ],
  [
    'a mark behind a text file',
    bearing(text, { document: note }, { cachePoint }),
    'content.2.type: Field required',
  ],
  [
    'a text file to cite from',
    bearing(text, { document: { ...note, citations } }),
    'PDF specified was not valid',
  ],
  [
    'one document of two to cite from',
    bearing(text, { document: { ...document, citations } }, { document: note }),
    'all documents or none',
  ],
  [
    'a result to cite from',
    saying(user, called, {
      role: 'user',
      content: [
        { toolResult: { ...toolResult, content: [{ document: { ...document, citations } }, text] } },
        text,
      ],
    }),
    'not supported in tool result documents',
  ],
  ['a mark of no kind', bearing(text, { cachePoint: { type: 'ephemeral' } }), 'cachePoint.type'],
  ['a mark within a result', saying(user, called, markedResult()), 'toolResult.content'],
  ['calls without tools', { ...saying(user, called, result), toolConfig: undefined }, 'toolConfig field'],
  ['a result of no call', saying(result), 'exceeds the number of toolUse blocks'],
  ['a call without a result', saying(user, called, user), 'for the following Ids: tooluse_1'],
  ['a call at the end', saying(user, called), 'for the following Ids: tooluse_1'],
  [
    'a result after other blocks',
    saying(user, called, { role: 'user', content: [text, { toolResult }] }),
    'for the following Ids',
  ],
  ['a failure without words', saying(user, called, failed()), 'cannot be empty when status value is error'],
  ['arguments in a string', saying(user, calling({ input: '{}' }), result), 'toolUse.input is invalid'],
  ['an id with a colon', saying(user, calling({ toolUseId: 'a:0' }), result), 'toolUse.toolUseId'],
  ['a long id', saying(user, calling({ toolUseId: 'x'.repeat(65) }), result), 'length between 1 and 64'],
  ['no tools', { ...base, toolConfig: { tools: [] } }, 'toolConfig.tools'],
  ['a tool with a dot', { ...base, toolConfig: named('a.b') }, 'toolSpec.name'],
  ['a choice of no tool', choosing({ tool: { name: 'g' } }), 'not defined in toolConfig.tools'],
  ['a choice that this dialect lacks', choosing({ none: {} }), 'toolChoice'],
  ['a hot temperature', { ...base, inferenceConfig: { temperature: 1.5 } }, 'less than or equal to 1'],
  ['a bound of 0', { ...base, inferenceConfig: { maxTokens: 0 } }, 'greater than or equal to 1'],
  ['a blank stop word', { ...base, inferenceConfig: { stopSequences: ['\n'] } }, 'non-whitespace'],
  ['a budget of the bound', thinkingWith({ inferenceConfig: { maxTokens: 1024 } }), 'must be greater'],
  ['thinking at a temperature', thinkingWith({ inferenceConfig: { temperature: 0 } }), 'set to 1'],
  [
    'thinking with a forced call',
    thinkingWith({ toolConfig: { ...toolConfig, toolChoice: { any: {} } } }),
    'forces tool use',
  ],
  [
    'thinking that is lost before a result',
    thinkingWith(saying(user, called, result)),
    'must start with a thinking block',
  ],
  ['a schema that is no JSON', { ...base, outputConfig: { textFormat: wrongFormat() } }, 'is not JSON'],
  ['a control of another dialect', bearing({ text: '[[blocked]]' }), '[[blocked]]'],
];

test.each(refusals)('%s is refused in the shape of the vendor', async (_name, body, words) => {
  const { post, entry } = await startSandbox();
  const response = await post('/model/m/converse', body);
  const said = await response.json();
  expect(said).toEqual({ message: expect.stringContaining(words) });
  expect(response.status).toBe(400);
  expect(response.headers.get('x-amzn-errortype')).toMatch(/^(Validation|Serialization)Exception:/);
  expect(await entry(1)).toMatchObject({ dialect: 'converse', outcome: 'failed', status: 400 });
});

test('results that come first may be followed by text, JSON and marks', async () => {
  const { post } = await startSandbox();
  const content = [
    { toolResult: { ...toolResult, content: [{ json: { a: 1 } }] } },
    { cachePoint: { type: 'default', ttl: '1h' } },
    { text: 'and' },
  ];
  const response = await post('/model/m/converse', saying(user, called, { role: 'user', content }));
  expect(await response.json()).toMatchObject({ output: { message: { content: [{ text: 'and' }] } } });
});

function markedResult() {
  const content = [{ text: 'r' }, { cachePoint: { type: 'default' } }];
  return { role: 'user', content: [{ toolResult: { ...toolResult, content } }] };
}

function failed() {
  return { role: 'user', content: [{ toolResult: { ...toolResult, content: [], status: 'error' } }] };
}

function calling(others: object) {
  return { role: 'assistant', content: [{ toolUse: { ...toolUse, ...others } }] };
}

function named(name: string) {
  return { tools: [{ toolSpec: { ...tool.toolSpec, name } }] };
}

function choosing(toolChoice: object) {
  return { ...base, toolConfig: { ...toolConfig, toolChoice } };
}

function wrongFormat() {
  return { type: 'json_schema', structure: { jsonSchema: { schema: { type: 'object' } } } };
}
