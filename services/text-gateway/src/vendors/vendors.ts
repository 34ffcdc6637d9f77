import type { PathCall } from '../upstreams/upstream.ts';
import type { Vendor } from './vendor.ts';

const chat = ['chat-completions', () => '/chat/completions'] as const;
const responses = ['responses', () => '/responses'] as const;
const messages = ['messages', () => '/messages'] as const;

const completions = ['completions', () => '/completions'] as const;
const embeddings = ['embeddings', () => '/embeddings'] as const;
const moderations = ['moderations', () => '/moderations'] as const;
const rerank = ['rerank', () => '/rerank'] as const;
const speech = ['speech', () => '/audio/speech'] as const;
const transcriptions = ['transcriptions', () => '/audio/transcriptions'] as const;
const translations = ['translations', () => '/audio/translations'] as const;

const xaiImages = ['xai-images', () => '/images/generations'] as const;
const xaiImageEdits = ['xai-image-edits', () => '/images/edits'] as const;

/** Messages of a service that has them beside `/v1`. */
const besideMessages = [
  'messages',
  ({ channel: { baseUrl } }: PathCall) => `${/\/v1\/*$/.test(baseUrl) ? '/..' : ''}/anthropic/v1/messages`,
] as const;

const foreign = ['verbosity', 'endUser', 'promptCacheKey'] as const;
const samplers = ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] as const;

/** All of it is from documentation and from issues of other clients: nothing was tried live. */
export const vendors: readonly Vendor[] = [
  // api-docs.deepseek.com: "Create chat completion", "Thinking mode", "Using the Anthropic API".
  {
    name: 'deepseek',
    hosts: ['api.deepseek.com'],
    paths: [chat, besideMessages],
    usageOnRequest: true,
    traits: {
      thinking: 'switch-and-effort',
      // It knows the words of others, and takes them for its own.
      efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
      unknownThoughts: '',
      format: 'object',
      forcedCalls: 'unthinking',
      refuses: [...foreign, 'seed', 'strict', 'parallelToolCalls'],
      takesSeals: false,
      joinsTexts: true,
    },
  },
  // docs.groq.com: "OpenAI compatibility", "Reasoning", "Structured outputs", "Speech to text", "Text to speech".
  {
    name: 'groq',
    hosts: ['api.groq.com'],
    paths: [chat, responses, speech, transcriptions, translations],
    usageOnRequest: true,
    traits: {
      bound: 'max_completion_tokens',
      efforts: [],
      thoughts: 'nowhere',
      takesSeals: false,
      format: 'object',
      refuses: ['verbosity', 'promptCacheKey', 'strict'],
    },
    models: [
      [/gpt-oss/, { efforts: ['low', 'medium', 'high'], thoughts: 'reasoning', format: 'schema' }],
      [/kimi-k2|llama-4/, { format: 'schema' }],
      // Left alone they think aloud, in the middle of the answer.
      [/qwen3|deepseek-r1/, { members: { reasoning_format: 'parsed' } }],
    ],
  },
  // docs.mistral.ai: "Chat completion", "Reasoning", "Embeddings", "Moderation", "Audio transcription". It refuses every member that it does not know.
  {
    name: 'mistral',
    hosts: ['api.mistral.ai'],
    paths: [chat, embeddings, moderations, transcriptions],
    usageOnRequest: false,
    // Clients ask for usage of their own accord.
    members: new Map([['stream_options', undefined]]),
    dimensions: 'output_dimension',
    traits: {
      efforts: [],
      thoughts: 'nowhere',
      takesSeals: false,
      seed: 'random_seed',
      callIds: 'nine',
      takesUserAfterResults: false,
      refuses: foreign,
    },
    models: [[/magistral/, { thoughts: 'parts' }]],
  },
  // platform.kimi.ai: "Chat completion", "Thinking models".
  {
    name: 'moonshot',
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    paths: [chat, responses, besideMessages],
    usageOnRequest: true,
    traits: {
      bound: 'max_completion_tokens',
      thinking: 'switch',
      unknownThoughts: ' ',
      forcedCalls: 'unthinking',
      refuses: [...foreign, ...samplers, 'seed', 'strict', 'parallelToolCalls'],
      takesSeals: false,
    },
    models: [
      [
        /moonshot-v1/,
        {
          efforts: [],
          thinking: 'effort',
          thoughts: 'nowhere',
          unknownThoughts: undefined,
          format: 'object',
          forcedCalls: 'always',
          refuses: [...foreign, 'strict'],
        },
      ],
      [/kimi-k2\.7-code/, { efforts: [], thinking: 'effort', forcedCalls: 'never' }],
      [/kimi-k[3-9]/, { efforts: ['low', 'high', 'max'], thinking: 'effort', forcedCalls: 'always' }],
    ],
  },
  // docs.ollama.com: "OpenAI compatibility", "Anthropic compatibility".
  {
    name: 'ollama',
    hosts: ['ollama.com'],
    paths: [chat, responses, messages, completions, embeddings],
    usageOnRequest: true,
    traits: {
      thoughts: 'reasoning',
      takesSeals: false,
      refuses: [...foreign, 'parallelToolCalls', 'strict'],
    },
  },
  // openrouter.ai/docs: "API reference", "Reasoning tokens", "Rerank", "Text-to-Speech", "Usage accounting".
  // Transcriptions and images are asked for there in forms of its own.
  {
    name: 'openrouter',
    hosts: ['openrouter.ai'],
    paths: [chat, responses, messages, completions, embeddings, rerank, speech],
    usageOnRequest: false,
    traits: { thinking: 'object', thoughts: 'reasoning', instructions: 'system', takesSeals: false },
  },
  // docs.vllm.ai: "OpenAI-compatible server", "Reasoning outputs".
  {
    name: 'vllm',
    hosts: [],
    paths: [chat, responses, messages, completions, embeddings, rerank, transcriptions, translations],
    usageOnRequest: true,
    traits: { thoughts: 'reasoning', takesSeals: false },
  },
  // docs.x.ai: "Chat completions", "Reasoning".
  {
    name: 'xai',
    hosts: ['api.x.ai'],
    paths: [chat, responses, xaiImages, xaiImageEdits],
    usageOnRequest: true,
    traits: {
      bound: 'max_completion_tokens',
      efforts: [],
      takesSeals: false,
      refuses: ['presencePenalty', 'frequencyPenalty', 'stop', 'verbosity'],
    },
    models: [
      [/grok-(?:2|3(?!-mini))|non-reasoning/, { refuses: ['verbosity'] }],
      [/grok-3-mini/, { efforts: ['low', 'high'] }],
      [/grok-(?:4\.[3-9]|[5-9])/, { efforts: ['none', 'low', 'medium', 'high'] }],
    ],
  },
];
