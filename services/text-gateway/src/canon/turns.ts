import type { AssistantBlock, UserBlock } from './blocks.ts';
import type { Turn } from './request.ts';

/** Adds what one side said: to its turn when that is the last one, as a new turn otherwise. */
export function addToTurns(
  turns: Turn[],
  added: { from: 'user'; blocks: UserBlock[] } | { from: 'assistant'; blocks: AssistantBlock[] },
): void {
  if (added.blocks.length === 0) return;
  const last = turns.at(-1);
  if (added.from === 'user') {
    const blocks = last?.from === 'user' ? [...last.blocks, ...added.blocks] : added.blocks;
    const turn: Turn = { from: 'user', blocks: resultsFirst(blocks) };
    if (last?.from === 'user') turns[turns.length - 1] = turn;
    else turns.push(turn);
    return;
  }
  if (last?.from === 'assistant') last.blocks.push(...added.blocks);
  else turns.push({ from: 'assistant', blocks: [...added.blocks] });
}

/** Every upstream wants the results of calls before anything else that the user says. */
function resultsFirst(blocks: readonly UserBlock[]): UserBlock[] {
  const isResult = ({ kind }: UserBlock): boolean => kind === 'tool-result';
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))];
}

/** The name of the tool that each call of a conversation called, by the call's id. */
export function toolNames(turns: readonly Turn[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const turn of turns) {
    if (turn.from !== 'assistant') continue;
    for (const block of turn.blocks) if (block.kind === 'tool-call') names.set(block.id, block.name);
  }
  return names;
}
