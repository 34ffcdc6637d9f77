/** What must be known of the vendor's models to write a request that they take. */
import type { Target } from '../codec.ts';

export const levels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] as const;
export type Level = (typeof levels)[number];

/** How a model is told how much to think. */
export type Thinking =
  /** By one of these words. */
  | { kind: 'level'; levels: readonly Level[] }
  /** By a number of tokens; `off` is the number that comes nearest to not thinking. */
  | { kind: 'budget'; off: number; min: number; max: number }
  /** By either, as the client said it. */
  | { kind: 'either' }
  | { kind: 'none' };

export interface ModelTraits {
  thinking: Thinking;
  takesPenalties: boolean;
  /** Tools and formats as JSON schema; otherwise only in the vendor's own subset of it. */
  takesJsonSchema: boolean;
  /** A format of its answer beside tools that it may call. */
  takesFormatWithTools: boolean;
  /** Images and files within the result of a tool. */
  takesMediaInResults: boolean;
  /** Refuses a call in its history that has no seal. */
  demandsSeals: boolean;
  /** Calls and their results may carry ids. */
  takesCallIds: boolean;
}

/** For names that tell nothing: nothing is held back. */
const unknown: ModelTraits = {
  thinking: { kind: 'either' },
  takesPenalties: true,
  takesJsonSchema: true,
  takesFormatWithTools: true,
  takesMediaInResults: true,
  demandsSeals: false,
  takesCallIds: true,
};

const third: ModelTraits = {
  ...unknown,
  thinking: { kind: 'level', levels },
  takesPenalties: false,
  demandsSeals: true,
};

const thirdPro: ModelTraits = { ...third, thinking: { kind: 'level', levels: ['LOW', 'MEDIUM', 'HIGH'] } };

const second: ModelTraits = {
  ...unknown,
  takesPenalties: false,
  takesFormatWithTools: false,
  takesMediaInResults: false,
};

const older: ModelTraits = {
  ...unknown,
  thinking: { kind: 'none' },
  takesJsonSchema: false,
  takesFormatWithTools: false,
  takesMediaInResults: false,
};

/** The first that fits a name counts. Sources: Gemini API, "Thinking", "Thought signatures", "Function calling". */
const table: readonly [RegExp, ModelTraits][] = [
  [/gemini-3-pro/, { ...third, thinking: { kind: 'level', levels: ['LOW', 'HIGH'] } }],
  [/gemini-[3-9](?:\.\d+)?-pro|gemini-pro-latest/, thirdPro],
  [/gemini-[3-9]|gemini-flash(?:-lite)?-latest/, third],
  [/gemini-2\.5-pro/, { ...second, thinking: { kind: 'budget', off: 128, min: 128, max: 32_768 } }],
  [/gemini-2\.5-flash-lite/, { ...second, thinking: { kind: 'budget', off: 0, min: 512, max: 24_576 } }],
  [/gemini-2\.5/, { ...second, thinking: { kind: 'budget', off: 0, min: 1, max: 24_576 } }],
  [/gemini-[12]|gemma|learnlm/, older],
];

export function traitsOf({ model, service }: Pick<Target, 'model' | 'service'>): ModelTraits {
  const traits = table.find(([pattern]) => pattern.test(model))?.[1] ?? unknown;
  return { ...traits, takesCallIds: service?.takesCallIds ?? true };
}
