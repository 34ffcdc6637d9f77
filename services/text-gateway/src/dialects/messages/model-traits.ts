/** What must be known of a model to write a request that it takes. Source: the vendor's model and migration guides. */
export interface ModelTraits {
  /** How thinking is asked for: with a budget, left to the model, in either way, or not at all. */
  thinking: 'budget' | 'adaptive' | 'either' | 'none';
  /**
   * How it is told not to: in one of two words, or not at all, since it does not unless it is asked to, or cannot be kept from it
   * and takes the lowest effort instead.
   */
  off: 'disabled' | 'between_tools' | 'unsaid' | 'never';
  /** Can be made to call a tool. */
  takesForcedCalls: boolean;
  /** The highest word for effort that the model knows, where it knows any. */
  highestEffort: 'high' | 'xhigh' | undefined;
  /** Which of `temperature`, `top_p` and `top_k` are taken: `one` is temperature or top_p, not both. */
  sampling: 'all' | 'one' | 'none';
  /** Takes a JSON schema for its answer and for the arguments of its calls. */
  hasStrictSchemas: boolean;
  /** Takes thoughts back that nobody signed. */
  takesUnsigned: boolean;
}

const latest = traits('adaptive', 'xhigh', 'none', true);

/** The first pattern that matches counts. Dots in names are read as hyphens. */
const rows: readonly [RegExp, ModelTraits][] = [
  [/claude-3-7/, traits('budget', undefined, 'all', false)],
  [/claude-(?:2|3|instant)/, traits('none', undefined, 'all', false)],
  [/opus-4-5/, traits('budget', 'high', 'one', true)],
  [/(?:sonnet|haiku)-4-5/, traits('budget', undefined, 'one', true)],
  [/opus-4-1(?!\d)/, traits('budget', undefined, 'one', true)],
  [/(?:opus|sonnet)-4-6/, traits('either', 'high', 'one', true)],
  [/(?:opus|sonnet)-4(?!-[1-9](?!\d))/, traits('budget', undefined, 'all', false)],
  [/(?:opus|fable|mythos)-5-[1-9](?!\d)/, { ...latest, off: 'never', takesForcedCalls: false }],
  [/sonnet-5-[1-9](?!\d)/, { ...latest, off: 'between_tools', takesForcedCalls: false }],
  [/(?:opus|sonnet|haiku)-5/, { ...latest, off: 'disabled' }],
  [/claude/, latest],
];

/** Models of other makers behind the same protocol are given what the client said. */
const others = traits('either', 'xhigh', 'all', true);

/** Those that sign nothing. A name that tells no maker may stand for a model of the vendor's, which refuses unsigned thoughts. */
const unsigning = /deepseek|glm|kimi|minimax|qwen/;

export function traitsOf(model: string): ModelTraits {
  const name = model.toLowerCase().replaceAll('.', '-');
  const known = rows.find(([pattern]) => pattern.test(name))?.[1];
  return known ?? { ...others, takesUnsigned: unsigning.test(name) };
}

function traits(
  thinking: ModelTraits['thinking'],
  highestEffort: ModelTraits['highestEffort'],
  sampling: ModelTraits['sampling'],
  hasStrictSchemas: boolean,
): ModelTraits {
  const off = thinking === 'budget' || thinking === 'either' ? 'disabled' : 'unsaid';
  return {
    thinking,
    off,
    takesForcedCalls: true,
    highestEffort,
    sampling,
    hasStrictSchemas,
    takesUnsigned: false,
  };
}
