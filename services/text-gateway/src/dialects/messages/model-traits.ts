import type { Effort } from '../../canon/request.ts';

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
  /** The words for effort that the model knows, in ascending order; none where it knows of none. */
  efforts: readonly Effort[];
  /** Which of `temperature`, `top_p` and `top_k` are taken: `one` is temperature or top_p, not both. */
  sampling: 'all' | 'one' | 'none';
  /** Takes a JSON schema for its answer and for the arguments of its calls. */
  hasStrictSchemas: boolean;
  /** Takes thoughts back that nobody signed. */
  takesUnsigned: boolean;
}

const anyEffort: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

const latest = traits('adaptive', anyEffort, 'none', true);

/** The first pattern that matches counts. Dots in names are read as hyphens. */
const rows: readonly [RegExp, ModelTraits][] = [
  [/claude-3-7/, traits('budget', [], 'all', false)],
  [/claude-(?:2|3|instant)/, traits('none', [], 'all', false)],
  [/opus-4-5/, traits('budget', ['low', 'medium', 'high'], 'one', true)],
  [/(?:sonnet|haiku)-4-5/, traits('budget', [], 'one', true)],
  [/opus-4-1(?!\d)/, traits('budget', [], 'one', true)],
  [/(?:opus|sonnet)-4-6/, traits('either', ['low', 'medium', 'high', 'max'], 'one', true)],
  [/(?:opus|sonnet)-4(?!-[1-9](?!\d))/, traits('budget', [], 'all', false)],
  [/(?:opus|fable|mythos)-5-[1-9](?!\d)/, { ...latest, off: 'never', takesForcedCalls: false }],
  [/sonnet-5-[1-9](?!\d)/, { ...latest, off: 'between_tools', takesForcedCalls: false }],
  [/(?:opus|sonnet|haiku)-5/, { ...latest, off: 'disabled' }],
  [/claude/, latest],
];

/** Models of other makers behind the same protocol are given what the client said. */
const others = traits('either', anyEffort, 'all', true);

/** Those that sign nothing. A name that tells no maker may stand for a model of the vendor's, which refuses unsigned thoughts. */
const unsigning = /deepseek|glm|kimi|minimax|qwen/;

export function traitsOf(model: string): ModelTraits {
  const name = model.toLowerCase().replaceAll('.', '-');
  const known = rows.find(([pattern]) => pattern.test(name))?.[1];
  return known ?? { ...others, takesUnsigned: unsigning.test(name) };
}

function traits(
  thinking: ModelTraits['thinking'],
  efforts: ModelTraits['efforts'],
  sampling: ModelTraits['sampling'],
  hasStrictSchemas: boolean,
): ModelTraits {
  const off = thinking === 'budget' || thinking === 'either' ? 'disabled' : 'unsaid';
  return {
    thinking,
    off,
    takesForcedCalls: true,
    efforts,
    sampling,
    hasStrictSchemas,
    takesUnsigned: false,
  };
}
