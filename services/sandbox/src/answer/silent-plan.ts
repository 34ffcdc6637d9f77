import { countTokens } from './count-tokens.ts';
import type { Plan } from './plan.ts';

/** An answer that reads these texts and says nothing. */
export function silentPlan(texts: readonly string[]): Plan {
  return {
    inputTokens: countTokens(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)),
    cachedTokens: 0,
    reasoning: null,
    contents: [],
    calls: [],
    callPieceSize: 1,
    limitTokens: null,
    finish: 'stop',
    stopWord: null,
    pace: { waitMs: 0, delayMs: 0 },
  };
}
