import { type Effort, usualEfforts } from '../../canon/request.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';

/** Options that an upstream may refuse, under their names in the canonical form. */
export type Refusable =
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stop'
  | 'seed'
  | 'parallelToolCalls'
  | 'strict'
  | 'verbosity'
  | 'endUser'
  | 'promptCacheKey';

/** What an upstream takes of a request, as far as the name of its model and its own tell. */
export interface ModelTraits {
  /** The member that bounds the output. */
  bound: 'max_tokens' | 'max_completion_tokens';
  /** The role of system texts. */
  instructions: 'system' | 'developer';
  refuses: readonly Refusable[];
  /** How many stop strings it takes. */
  maxStops: number;
  /** The words for effort that it knows. */
  efforts: readonly Effort[];
  /**
   * How it is asked to think: by `reasoning_effort`; by a `thinking` that is on or off; by both; or by the object
   * `reasoning`.
   */
  thinking: 'effort' | 'switch' | 'switch-and-effort' | 'object';
  /** Where it wants what was thought in history. */
  thoughts: 'reasoning_content' | 'reasoning' | 'parts' | 'nowhere';
  /** What it wants there beside calls whose thoughts are not known; undefined where it wants nothing. */
  unknownThoughts: string | undefined;
  /** Takes the seals of Google's models in `extra_content`. */
  takesSeals: boolean;
  /** Takes a JSON schema for its answer, or only that it is to be an object. */
  format: 'schema' | 'object';
  /** Is held to a schema only where it is asked to by `strict`. Others may not know the word, and do what they do. */
  asksToEnforce: boolean;
  /** When it can be made to call: always, only while it does not think, or never. */
  forcedCalls: 'always' | 'unthinking' | 'never';
  seed: 'seed' | 'random_seed';
  /** Takes texts as one string alone, and refuses parts. */
  joinsTexts: boolean;
  /** Takes system texts within a conversation. */
  takesSystemWithin: boolean;
  /** Takes what the user says right behind results; otherwise the assistant must have answered these. */
  takesUserAfterResults: boolean;
  /** Which ids of calls it takes: any, or those of nine letters and digits. */
  callIds: 'any' | 'nine';
  /** Takes `stream_options`, by which usage is asked for. */
  takesStreamOptions: boolean;
  /** Takes `service_tier`, with OpenAI's words for it. */
  takesServiceTier: boolean;
  /** Takes marks of what its cache is to keep, and `prompt_cache_options`. */
  takesBreakpoints: boolean;
  /** What goes along with every request. */
  members: JsonRecord;
}

/** Of models that nobody knows by name. */
const compatible: ModelTraits = {
  bound: 'max_tokens',
  instructions: 'system',
  refuses: [],
  maxStops: Number.POSITIVE_INFINITY,
  efforts: usualEfforts,
  thinking: 'effort',
  thoughts: 'reasoning_content',
  unknownThoughts: undefined,
  takesSeals: true,
  format: 'schema',
  asksToEnforce: false,
  forcedCalls: 'always',
  seed: 'seed',
  joinsTexts: false,
  takesSystemWithin: false,
  takesUserAfterResults: true,
  callIds: 'any',
  takesStreamOptions: true,
  takesServiceTier: false,
  takesBreakpoints: false,
  members: {},
};

/** OpenAI refuses what is not its own. */
const plain: ModelTraits = {
  ...compatible,
  maxStops: 4,
  efforts: [],
  thoughts: 'nowhere',
  takesSeals: false,
  asksToEnforce: true,
  takesSystemWithin: true,
  takesServiceTier: true,
};

const reasoning: ModelTraits = {
  ...plain,
  bound: 'max_completion_tokens',
  instructions: 'developer',
  efforts: ['low', 'medium', 'high'],
  refuses: ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty', 'stop'],
};

/** The first pattern that fits counts. Source: OpenAI model pages and the guide "Reasoning models". */
const table: readonly (readonly [RegExp, ModelTraits])[] = [
  [/gpt-oss/, { ...compatible, efforts: ['low', 'medium', 'high'] }],
  [/^(?:openai\/)?o\d/, { ...reasoning, refuses: [...reasoning.refuses, 'parallelToolCalls'] }],
  [/^(?:openai\/)?gpt-5(?:\.\d+)?-chat/, { ...plain, bound: 'max_completion_tokens' }],
  [/^(?:openai\/)?gpt-5(?:-|$)/, { ...reasoning, efforts: ['minimal', 'low', 'medium', 'high'] }],
  [/^(?:openai\/)?gpt-5\.1/, { ...reasoning, efforts: ['none', 'low', 'medium', 'high'] }],
  [
    /^(?:openai\/)?gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/,
    { ...reasoning, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'], takesBreakpoints: true },
  ],
  [/^(?:openai\/)?gpt-[5-9]/, { ...reasoning, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] }],
  [/^(?:openai\/)?(?:chat)?gpt-/, plain],
];

/** What models are refused by their own makers, to whom others may hand requests on. */
const makers: readonly (readonly [RegExp, Partial<ModelTraits>])[] = [
  [/deepseek/i, { joinsTexts: true }],
  // Mistral, Devstral, Mixtral and so on.
  [/[sx]tral/i, { takesUserAfterResults: false }],
];

export function traitsOf({ model, service }: Pick<Target, 'model' | 'service'>): ModelTraits {
  const known = table.find(([pattern]) => pattern.test(model))?.[1];
  return { ...(known ?? { ...compatible, ...ofMaker(model), ...service?.unknownChat }), ...service?.chat };
}

function ofMaker(model: string): Partial<ModelTraits> | undefined {
  return makers.find(([pattern]) => pattern.test(model))?.[1];
}
