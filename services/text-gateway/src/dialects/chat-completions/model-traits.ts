import { type Effort, efforts } from '../../canon/request.ts';
import type { Target } from '../codec.ts';

/** What an upstream's model takes, as far as its name tells. */
export interface ModelTraits {
  /** The member that bounds the output. */
  bound: 'max_tokens' | 'max_completion_tokens';
  /** The role of system texts. */
  instructions: 'system' | 'developer';
  /** The words for effort that it knows. */
  efforts: readonly Effort[];
  /** Takes temperature, penalties, stop strings and the like. */
  hasSampling: boolean;
  /** Takes members beyond OpenAI's own: `reasoning_content` and `extra_content` in history. */
  hasExtensions: boolean;
}

/** Of models that nobody knows by name. */
const compatible: ModelTraits = {
  bound: 'max_tokens',
  instructions: 'system',
  efforts,
  hasSampling: true,
  hasExtensions: true,
};

const reasoning: ModelTraits = {
  bound: 'max_completion_tokens',
  instructions: 'developer',
  efforts: ['low', 'medium', 'high'],
  hasSampling: false,
  hasExtensions: false,
};

const plain: ModelTraits = { ...compatible, efforts: [], hasExtensions: false };

/** The first pattern that fits counts. Source: OpenAI model pages and the guide "Reasoning models". */
const table: readonly (readonly [RegExp, ModelTraits])[] = [
  [/gpt-oss/, { ...compatible, efforts: ['low', 'medium', 'high'] }],
  [/^(?:openai\/)?o\d/, reasoning],
  [/^(?:openai\/)?gpt-5(?:\.\d+)?-chat/, { ...plain, bound: 'max_completion_tokens' }],
  [/^(?:openai\/)?gpt-5(?:-|$)/, { ...reasoning, efforts: ['minimal', 'low', 'medium', 'high'] }],
  [/^(?:openai\/)?gpt-5\.1/, { ...reasoning, efforts: ['none', 'low', 'medium', 'high'] }],
  [/^(?:openai\/)?gpt-[5-9]/, { ...reasoning, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] }],
  [/^(?:openai\/)?(?:chat)?gpt-/, plain],
];

export function traitsOf({ model, service }: Pick<Target, 'model' | 'service'>): ModelTraits {
  const known = table.find(([pattern]) => pattern.test(model))?.[1];
  return { ...(known ?? { ...compatible, ...service?.unknownChat }), ...service?.chat };
}
