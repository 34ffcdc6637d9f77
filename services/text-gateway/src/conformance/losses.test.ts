/** What each direction is documented to lose, field by field: dropped under a name that is recorded, or refused. */
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import type { DialectName, WireName } from '../canon/dialect-name.ts';
import { RefusedContent, recordLosses } from '../canon/losses.ts';
import { dialects, findUpstreamCodec } from '../dialects/index.ts';

/** Names of dropped options; what is refused; or nothing, where the target carries it. */
type Fate = string[] | { refused: string };
type Row = [what: string, members: object, fates: Partial<Record<WireName, Fate>>];

const said: Record<DialectName, object> = {
  'chat-completions': { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'm', input: 'hi' },
  messages: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};

const chat = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const parameters = { type: 'object', properties: {}, additionalProperties: false };
const tool = (strict?: boolean) => ({ type: 'function', function: { name: 'f', parameters, strict } });
const toAll = (fate: Fate) => ({
  messages: fate,
  'generate-content': fate,
  responses: fate,
  converse: fate,
});

const fromChat: Row[] = [
  ['logprobs', { logprobs: true, top_logprobs: 2 }, toAll(['logprobs', 'top_logprobs'])],
  ['n', { n: 2 }, toAll({ refused: 'n' })],
  [
    'seed',
    { seed: 1 },
    { converse: ['seed'], messages: ['seed'], responses: ['seed'], 'generate-content': [] },
  ],
  [
    'penalties',
    { presence_penalty: 1, frequency_penalty: 1 },
    {
      converse: ['frequencyPenalty', 'presencePenalty'],
      messages: ['frequencyPenalty', 'presencePenalty'],
      responses: ['frequencyPenalty', 'presencePenalty'],
      'generate-content': [],
    },
  ],
  ['logit_bias', { logit_bias: { a: 1 } }, toAll(['logit_bias'])],
  ['sound asked for', { modalities: ['text', 'audio'], audio: {} }, toAll(['audio', 'modalities'])],
  ['prediction', { prediction: { type: 'content', content: 'x' } }, toAll(['prediction'])],
  ['store', { store: true }, toAll(['store'])],
  ['service_tier', { service_tier: 'flex' }, toAll(['serviceTier'])],
  [
    'strict',
    { tools: [tool(true)] },
    { converse: ['strict'], 'generate-content': ['strict'], messages: [], responses: [] },
  ],
  ['stop', { stop: ['x'] }, { converse: [], responses: ['stop'], messages: [], 'generate-content': [] }],
  ['user', { user: 'u' }, { converse: [], 'generate-content': ['endUser'], messages: [], responses: [] }],
  [
    'one call at a time',
    { tools: [tool()], parallel_tool_calls: false },
    {
      converse: ['parallelToolCalls'],
      'generate-content': ['parallelToolCalls'],
      messages: [],
      responses: [],
    },
  ],
  [
    'detail of an image',
    chat({ type: 'image_url', image_url: { url: 'data:image/png;base64,aaaa', detail: 'low' } }),
    { converse: ['detail'], 'generate-content': ['detail'], messages: ['detail'], responses: [] },
  ],
  [
    'sound said',
    chat({ type: 'input_audio', input_audio: { data: 'aaaa', format: 'wav' } }),
    {
      converse: { refused: 'audio' },
      'generate-content': [],
      messages: { refused: 'audio' },
      responses: { refused: 'audio' },
    },
  ],
  ['a stored file', chat({ type: 'file', file: { file_id: 'f' } }), toAll({ refused: 'file' })],
];

const response = (item: object) => ({ input: [item, { role: 'user', content: 'hi' }] });
const fromResponsesToAll = (fate: Fate) => ({
  messages: fate,
  'generate-content': fate,
  'chat-completions': fate,
  converse: fate,
});

const fromResponses: Row[] = [
  [
    'previous_response_id',
    { previous_response_id: 'r' },
    fromResponsesToAll({ refused: 'previous_response_id' }),
  ],
  ['conversation', { conversation: 'c' }, fromResponsesToAll({ refused: 'conversation' })],
  ['background', { background: true }, fromResponsesToAll({ refused: 'background' })],
  ['built-in tools', { tools: [{ type: 'web_search' }] }, fromResponsesToAll({ refused: 'tools[0].type' })],
  ['include', { include: ['message.output_text.logprobs'] }, fromResponsesToAll(['include'])],
  ['truncation', { truncation: 'auto' }, fromResponsesToAll(['truncation'])],
  [
    'item_reference',
    response({ type: 'item_reference', id: 'i' }),
    fromResponsesToAll({ refused: 'input[0].type' }),
  ],
  [
    'verbosity',
    { text: { verbosity: 'low' } },
    {
      converse: ['verbosity'],
      messages: ['verbosity'],
      'generate-content': ['verbosity'],
      'chat-completions': [],
    },
  ],
  [
    'sealed reasoning',
    response({ type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'e' }),
    {
      converse: ['reasoning'],
      messages: ['reasoning'],
      'generate-content': ['reasoning', 'seal'],
      'chat-completions': ['reasoning'],
    },
  ],
];

const turns = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const fromMessagesToAll = (fate: Fate) => ({
  'chat-completions': fate,
  responses: fate,
  'generate-content': fate,
  converse: fate,
});
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'aaaa' };
const thought = [
  { role: 'user', content: 'a' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'text', text: 'b' },
    ],
  },
  { role: 'user', content: 'c' },
];

const fromMessages: Row[] = [
  [
    'a signature of what was thought',
    { messages: thought },
    {
      converse: ['reasoning'],
      'chat-completions': ['reasoning'],
      responses: ['reasoning'],
      'generate-content': ['reasoning', 'seal'],
    },
  ],
  [
    'cache_control',
    { system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
    fromMessagesToAll(['cache']),
  ],
  [
    'citations',
    turns({ type: 'document', source: pdf, citations: { enabled: true } }),
    fromMessagesToAll(['citations']),
  ],
  [
    'server tools',
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    fromMessagesToAll({ refused: 'tools[0].type' }),
  ],
  ['container', { container: 'c' }, fromMessagesToAll({ refused: 'container' })],
  ['compaction', { compaction: { type: 'summarize' } }, fromMessagesToAll({ refused: 'compaction' })],
  [
    'top_k',
    { top_k: 5 },
    { converse: ['topK'], 'chat-completions': ['topK'], responses: ['topK'], 'generate-content': [] },
  ],
  [
    'a stored image',
    turns({ type: 'image', source: { type: 'file', file_id: 'f' } }),
    fromMessagesToAll({ refused: 'image' }),
  ],
];

const video = {
  fileData: { fileUri: 'https://x.example/v.mp4', mimeType: 'video/mp4' },
  videoMetadata: { fps: 1 },
};
const fromGeminiToAll = (fate: Fate) => ({
  'chat-completions': fate,
  responses: fate,
  messages: fate,
  converse: fate,
});

const fromGenerateContent: Row[] = [
  [
    'safetySettings',
    { safetySettings: [{ category: 'a', threshold: 'b' }] },
    fromGeminiToAll(['safetySettings']),
  ],
  ['cachedContent', { cachedContent: 'c' }, fromGeminiToAll({ refused: 'cachedContent' })],
  ['continuationToken', { continuationToken: 'c' }, fromGeminiToAll({ refused: 'continuationToken' })],
  ['grounding', { tools: [{ googleSearch: {} }] }, fromGeminiToAll({ refused: 'tools[0].googleSearch' })],
  [
    'code execution',
    { tools: [{ codeExecution: {} }] },
    fromGeminiToAll({ refused: 'tools[0].codeExecution' }),
  ],
  ['urlContext', { tools: [{ urlContext: {} }] }, fromGeminiToAll({ refused: 'tools[0].urlContext' })],
  [
    'videoMetadata',
    { contents: [{ role: 'user', parts: [video] }] },
    {
      converse: { refused: 'file' },
      messages: ['videoMetadata'],
      responses: ['videoMetadata'],
      'chat-completions': { refused: 'file' },
    },
  ],
];

const tables: Record<DialectName, Row[]> = {
  'chat-completions': fromChat,
  responses: fromResponses,
  messages: fromMessages,
  'generate-content': fromGenerateContent,
};

describe.each(Object.entries(tables) as [DialectName, Row[]][])('from %s', (from, rows) => {
  const cells = rows.flatMap(([what, members, fates]) =>
    (Object.entries(fates) as [WireName, Fate][]).map(([to, fate]) => ({ what, members, to, fate })),
  );

  test.each(cells)('$what to $to', ({ members, to, fate }) => {
    expect(fateOf(from, { ...said[from], ...members }, to)).toEqual(fate);
  });
});

function fateOf(from: DialectName, body: object, to: WireName): Fate {
  const losses = recordLosses();
  try {
    const request = dialects[from].codec.decodeRequest(body, { model: 'm', stream: false });
    findUpstreamCodec(to)?.encodeRequest(request, { model: 'm', maxOutputTokens: 1_000 }, losses);
    return [...losses.dropped];
  } catch (error) {
    if (error instanceof RefusedContent) return { refused: error.what };
    const fault = faultOf(error);
    expect(fault).toMatchObject({ status: 400, code: 'invalid_request' });
    return { refused: fault?.param ?? '' };
  }
}
