import { type ModelTraits as ClaudeTraits, traitsOf as claudeTraitsOf } from '../messages/model-traits.ts';

/**
 * What must be known of a model to write a request that it takes: one protocol stands before the models of many makers.
 * Source: the vendor's guides to reasoning, prompt caching and structured output.
 */
export interface ModelTraits {
  /** Of Anthropic's models: what they take from their maker too. */
  claude: ClaudeTraits | undefined;
  /** In whose words models of other makers are told how much to think. */
  reasoning: 'gpt-oss' | 'openai' | 'nova' | 'none';
  /** Takes a JSON schema for its answer and for the arguments of its calls. */
  hasStrictSchemas: boolean;
  /** The strongest choice of tools that it takes. */
  choice: 'tool' | 'any' | 'auto';
  /** May be told to cite from PDFs, of which it is given the text alone otherwise. */
  citesPdfs: boolean;
  /** Where marks of what to cache may stand, and for how long at most. */
  cache: { inTools: boolean; longest: '5m' | '1h' } | undefined;
}

const withSchemas =
  /gpt-oss|openai\.|qwen3|deepseek[.-]v3|gemma-3|nemotron|minimax|kimi|magistral|ministral|mistral-large-3/;

/** What hides its model behind a number: then the name that clients know it by tells. */
const hidesModel = /:(?:application-inference-profile|provisioned-model|custom-model(?:-deployment)?)\//;

export function traitsOf(model: string, clientModel: string): ModelTraits {
  const name = (hidesModel.test(model) ? clientModel : model).toLowerCase();
  if (name.includes('claude')) return ofClaude(name);
  return {
    claude: undefined,
    reasoning: reasoningWays.find(([pattern]) => pattern.test(name))?.[1] ?? 'none',
    hasStrictSchemas: withSchemas.test(name),
    choice: choices.find(([pattern]) => pattern.test(name))?.[1] ?? 'auto',
    citesPdfs: false,
    cache: name.includes('nova') ? { inTools: false, longest: '5m' } : undefined,
  };
}

/** Source: AWS' reference of `ToolChoice`, and what LangChain's client for it has found out. */
const choices: readonly [RegExp, ModelTraits['choice']][] = [
  [/nova|deepseek[.-]v3\.[2-9]/, 'tool'],
  [/mistral-large|deepseek[.-]v3/, 'any'],
];

const reasoningWays: readonly [RegExp, ModelTraits['reasoning']][] = [
  [/gpt-oss/, 'gpt-oss'],
  [/openai\./, 'openai'],
  [/nova-2/, 'nova'],
];

/** Dots in names are read as hyphens, as over its maker's own API. */
function ofClaude(dotted: string): ModelTraits {
  const name = dotted.replaceAll('.', '-');
  const isOld = /claude-(?:2|3|instant)|opus-4-1|(?:opus|sonnet)-4(?!-[1-9](?!\d))/.test(name);
  const isUncached = /claude-(?:2|instant|3-(?:opus|sonnet|haiku))/.test(name);
  return {
    claude: claudeTraitsOf(name),
    reasoning: 'none',
    hasStrictSchemas: !isOld,
    choice: 'tool',
    citesPdfs: !isUncached && !name.includes('3-5-sonnet-20240620'),
    cache: isUncached ? undefined : { inTools: true, longest: isOld ? '5m' : '1h' },
  };
}
