import { append } from './append.ts';
import type { UserBlock } from './blocks.ts';
import type { Turn } from './request.ts';

/** The turns that pieces of a conversation make: those of one side behind each other are one, and silence is none. */
export function joinTurns(pieces: readonly Turn[]): Turn[] {
  const turns: Turn[] = [];
  for (const piece of pieces) {
    if (piece.blocks.length === 0) continue;
    const last = turns.at(-1);
    if (last?.from === 'user' && piece.from === 'user') append(last.blocks, piece.blocks);
    else if (last?.from === 'assistant' && piece.from === 'assistant') append(last.blocks, piece.blocks);
    else turns.push(copyOf(piece));
  }
  return turns.map((turn) =>
    turn.from === 'user' ? { from: 'user', blocks: resultsFirst(turn.blocks) } : turn,
  );
}

function copyOf(turn: Turn): Turn {
  return turn.from === 'user'
    ? { from: 'user', blocks: [...turn.blocks] }
    : { from: 'assistant', blocks: [...turn.blocks] };
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
