import { inputOf, noUsage, outputOf, type Usage } from '../../canon/usage.ts';
import type { WorstCase } from './estimate.ts';

/** An estimate within what was reserved for, but no less than the upstream counted of it: only that can be an overrun. */
export function capEstimate(usage: Usage, worstCase: WorstCase, counted: Usage = noUsage): Usage {
  const mostInput = Math.max(Number(worstCase.inputTokens), inputOf(counted));
  const mostOutput = Math.max(Number(worstCase.outputTokens), outputOf(counted));
  const excessInput = Math.max(inputOf(usage) - mostInput, 0);
  const excessOutput = Math.max(outputOf(usage) - mostOutput, 0);
  if (excessInput === 0 && excessOutput === 0) return usage;
  const input = take(usage, inputClasses, excessInput);
  return take(input, ['outputVisible', 'outputReasoning', 'outputAudio'], excessOutput);
}

type TokenClass = Exclude<
  keyof Usage,
  | 'outputImage'
  | 'sound'
  | 'soundTokens'
  | 'searchedTokens'
  | 'toolCalls'
  | 'calls'
  | 'metered'
  | 'serviceTier'
>;

const inputClasses: readonly TokenClass[] = [
  'inputFresh',
  'inputAudio',
  'inputImage',
  'inputCacheWrite',
  'inputCacheWrite1h',
  'inputCacheRead',
];

/** Takes so many tokens from the classes, in this order. */
function take(usage: Usage, classes: readonly TokenClass[], tokens: number): Usage {
  const left = { ...usage };
  let rest = tokens;
  for (const name of classes) {
    const had = left[name] ?? 0;
    const taken = Math.min(had, rest);
    if (taken > 0) left[name] = had - taken;
    rest -= taken;
  }
  return left;
}
