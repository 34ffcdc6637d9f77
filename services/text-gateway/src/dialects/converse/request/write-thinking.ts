import { effortOf } from '../../../canon/effort.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, Reasoning } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { writeThinking as writeClaudeThinking } from '../../messages/request/write-thinking.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface WrittenThinking {
  /** For `additionalModelRequestFields`. */
  fields: JsonRecord;
  /** For `outputConfig`. */
  effort?: string | undefined;
  /** Other options must make room for it. */
  isOn: boolean;
}

/** The protocol has no option of its own: each maker's models are asked in the words of their maker. */
export function writeThinking(
  request: Pick<CanonRequest, 'reasoning' | 'toolChoice' | 'turns' | 'tools'>,
  maxTokens: number,
  { claude, reasoning: way }: ModelTraits,
  losses: Losses,
): WrittenThinking {
  const { reasoning, turns, tools } = request;
  if (!reasoning) return { fields: {}, isOn: false };
  if (claude) {
    const toolChoice = tools.length > 0 ? request.toolChoice : undefined;
    const written = writeClaudeThinking({ reasoning, toolChoice, turns }, maxTokens, claude, losses);
    const { thinking, effort, isOn } = written;
    return { fields: compact({ thinking }), effort, isOn };
  }
  if (way === 'none') losses.drop('reasoning');
  else if (!isExact(reasoning, wordOf(reasoning, way))) losses.approximate('reasoning');
  const word = wordOf(reasoning, way);
  return { fields: fieldsOf(word, way), isOn: word !== 'none' && way !== 'none' };
}

type Word = 'none' | 'low' | 'medium' | 'high';

function fieldsOf(word: Word, way: ModelTraits['reasoning']): JsonRecord {
  switch (way) {
    case 'gpt-oss':
      return { reasoning_effort: word };
    case 'openai':
      return { reasoning: { effort: word } };
    case 'nova':
      return {
        reasoningConfig:
          word === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: word },
      };
    case 'none':
      return {};
    default:
      return way satisfies never;
  }
}

/**
 * One of the words that these makers have. OpenAI's models think always; Nova takes no bound on output beside `high`, and
 * what was reserved for must hold.
 */
function wordOf({ effort = 'medium', budgetTokens }: Reasoning, way: ModelTraits['reasoning']): Word {
  const said = budgetTokens === undefined ? effort : effortOf(Math.max(budgetTokens, 0));
  if (said === 'none') return way === 'nova' ? 'none' : 'low';
  if (said === 'minimal') return 'low';
  if (said === 'low' || said === 'medium') return said;
  return way === 'nova' ? 'medium' : 'high';
}

function isExact({ effort, budgetTokens }: Reasoning, word: Word): boolean {
  return budgetTokens === undefined && (effort ?? 'medium') === word;
}
