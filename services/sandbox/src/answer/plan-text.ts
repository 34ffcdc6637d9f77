import type { Planned } from './plan-answer.ts';
import { planAnswer } from './plan-answer.ts';

/** Plans what is said back to one text, its controls obeyed. */
export function planText(
  text: string,
  options: { choices?: number; stop?: string[]; limitTokens?: number | null } = {},
): Planned {
  const { choices = 1, stop = [], limitTokens = null } = options;
  return planAnswer(
    {
      messages: [{ role: 'user', text, mediaParts: 0, calls: [], callId: null }],
      toolbox: { tools: [], choice: { type: 'none' }, sizeBytes: 0 },
      allowsParallelCalls: false,
      format: { type: 'text' },
      choices,
      stop,
      limitTokens,
      reasons: false,
    },
    [],
  );
}
