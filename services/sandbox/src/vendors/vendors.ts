import type { JsonRecord } from '../json-record.ts';
import { drawnPictures, onlyKnownPictures } from './pictures.ts';
import {
  forModels,
  nineLetterIds,
  nineLetters,
  noDevelopers,
  noForcedCallsWhileThinking,
  noMembers,
  noMessageMembers,
  noSchemas,
  noStrictTools,
  onlyMembers,
  thoughtsBesideCalls,
} from './rules.ts';
import type { Counts, Vendor } from './vendor.ts';

const samplers = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'];

function totals({ input, output }: Counts): JsonRecord {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function details({ cached, reasoning }: Counts): JsonRecord {
  return {
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

/** Sources: the vendors' documentation, and what other clients ran into. */
const vendors: readonly Vendor[] = [
  {
    name: 'deepseek',
    offers: ['messages-beside'],
    rules: [
      noDevelopers,
      noSchemas,
      noStrictTools,
      noMembers('max_completion_tokens', 'verbosity', 'user', 'prompt_cache_key', 'parallel_tool_calls'),
      noForcedCallsWhileThinking,
      thoughtsBesideCalls,
    ],
    thoughts: 'reasoning_content',
    usage: (counts) => ({
      ...totals(counts),
      prompt_cache_hit_tokens: counts.cached,
      prompt_cache_miss_tokens: counts.input - counts.cached,
      completion_tokens_details: { reasoning_tokens: counts.reasoning },
    }),
    usagePlace: 'asked',
  },
  {
    name: 'groq',
    offers: ['responses'],
    rules: [
      noMessageMembers('reasoning_content', 'extra_content'),
      forModels(/^(?!.*gpt-oss)/, noMessageMembers('reasoning')),
      forModels(/^(?!.*(?:gpt-oss|qwen3))/, noMembers('reasoning_effort', 'reasoning_format')),
      noMembers('verbosity', 'prompt_cache_key'),
    ],
    thoughts: 'reasoning',
    usage: (counts) => ({ ...totals(counts), ...details(counts), queue_time: 0.01 }),
    usagePlace: 'x_groq',
  },
  {
    name: 'mistral',
    offers: [],
    rules: [
      onlyMembers(
        ...['model', 'messages', 'stream', 'max_tokens', 'temperature', 'top_p', 'stop', 'random_seed', 'n'],
        ...['response_format', 'tools', 'tool_choice', 'parallel_tool_calls', 'prompt_mode', 'prediction'],
        ...['presence_penalty', 'frequency_penalty', 'safe_prompt'],
      ),
      noDevelopers,
      noMessageMembers('reasoning_content', 'reasoning', 'extra_content', 'refusal'),
      nineLetterIds,
    ],
    thoughts: 'parts',
    callId: nineLetters,
    usage: totals,
    usagePlace: 'finish',
  },
  {
    name: 'moonshot',
    offers: ['responses', 'messages-beside'],
    rules: [
      noDevelopers,
      noStrictTools,
      noMembers('verbosity', 'user', 'prompt_cache_key', 'parallel_tool_calls'),
      forModels(/^kimi/, noMembers(...samplers)),
      forModels(/^kimi-k2/, noMembers('reasoning_effort')),
      forModels(/^kimi-k2/, noForcedCallsWhileThinking),
      forModels(/^kimi/, thoughtsBesideCalls),
    ],
    thoughts: 'reasoning_content',
    usage: (counts) => ({ ...totals(counts), cached_tokens: counts.cached }),
    usagePlace: 'choice',
  },
  {
    name: 'ollama',
    offers: ['responses', 'messages'],
    rules: [noMembers('max_completion_tokens', 'verbosity', 'user', 'prompt_cache_key')],
    thoughts: 'reasoning',
    usage: totals,
    usagePlace: 'asked',
  },
  {
    name: 'openrouter',
    offers: ['responses', 'messages'],
    rules: [noMembers('reasoning_effort'), onlyKnownPictures],
    plan: drawnPictures,
    thoughts: 'reasoning',
    usage: (counts) => ({
      ...totals(counts),
      prompt_tokens_details: { cached_tokens: counts.cached },
      completion_tokens_details: { reasoning_tokens: counts.reasoning, image_tokens: counts.image },
      cost: 0.01,
    }),
    usagePlace: 'own',
  },
  {
    name: 'vllm',
    offers: ['responses', 'messages'],
    rules: [noDevelopers],
    thoughts: 'reasoning',
    usage: (counts) => ({ ...totals(counts), prompt_tokens_details: { cached_tokens: counts.cached } }),
    usagePlace: 'asked',
  },
  {
    name: 'xai',
    offers: ['responses'],
    rules: [
      noMembers('verbosity', 'max_tokens'),
      forModels(
        /^grok-4(?!\.[3-9])/,
        noMembers('presence_penalty', 'frequency_penalty', 'stop', 'reasoning_effort'),
      ),
    ],
    thoughts: 'reasoning_content',
    // Its reasoning is no part of what it calls the completion.
    usage: (counts) => ({
      ...totals({ ...counts, output: counts.output - counts.reasoning }),
      ...details(counts),
      total_tokens: counts.input + counts.output,
    }),
    usagePlace: 'asked',
  },
];

const byName = new Map(vendors.map((vendor) => [vendor.name, vendor]));

export function findVendor(name: string): Vendor | undefined {
  return byName.get(name);
}
