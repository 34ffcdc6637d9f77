import { type Effort, efforts, usualEfforts } from '../../canon/request.ts';

/** What an upstream's model takes, as far as its name tells. */
export interface ModelTraits {
  /** Undefined: not known, so it is believed when the client asks it to reason. */
  reasons?: boolean;
  /** False: temperature and top_p are refused. */
  samples: boolean;
  /** The words for effort that it knows, in ascending order; the usual ones when absent. */
  efforts?: readonly Effort[];
  /** Wants to know of what it said whether it was the answer, or went before calls. */
  hasPhases?: boolean;
  /** Takes marks of what its cache is to keep, and `prompt_cache_options`. */
  takesBreakpoints?: boolean;
}

/** OpenAI's own models; the first pattern that matches counts. Names may carry a prefix, as in `openai/gpt-5`. */
const table: readonly [RegExp, ModelTraits][] = [
  [/(?:^|\/)(?:gpt-3|gpt-4|chatgpt-)/, { reasons: false, samples: true }],
  [/(?:^|\/)gpt-[5-9][\w.]*-chat/, { reasons: false, samples: true }],
  [/(?:^|\/)(?:o\d|codex-)/, { reasons: true, samples: false, efforts: ['low', 'medium', 'high'] }],
  [/(?:^|\/)gpt-5(?:-|$)/, { reasons: true, samples: false, efforts: ['minimal', 'low', 'medium', 'high'] }],
  [
    /(?:^|\/)gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/,
    {
      ...{ reasons: true, samples: false, hasPhases: true, takesBreakpoints: true },
      efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    },
  ],
  [
    /(?:^|\/)gpt-5\.(?:3-codex|4|5)/,
    {
      ...{ reasons: true, samples: false, hasPhases: true },
      efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    },
  ],
  [
    /(?:^|\/)gpt-[5-9]/,
    { reasons: true, samples: false, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  ],
];

export function traitsOf(model: string): ModelTraits {
  return table.find(([pattern]) => pattern.test(model))?.[1] ?? { samples: true };
}

/** Whether OpenAI made it: what serves it takes `service_tier`, with its words, and `strict` of the form of an answer. */
export function isOpenAi(model: string): boolean {
  return table.some(([pattern]) => pattern.test(model));
}

/** A word that the model knows: at least as much, or the most that it knows. */
export function nearestEffort(effort: Effort, known: readonly Effort[] = usualEfforts): Effort {
  const wanted = efforts.indexOf(effort);
  const above = known.find((word) => efforts.indexOf(word) >= wanted);
  return above ?? known.at(-1) ?? effort;
}
