import type { AssistantBlock, CacheMark, UserBlock } from '../blocks.ts';
import type { Losses } from '../losses.ts';
import type { CanonRequest } from '../request.ts';

/** Vendors that are told what to keep refuse a fifth mark; OpenAI takes as many as a client has set so far. */
const mostMarks = 4;

/** The last marks alone: each of them asks for all that those before it do. */
export function boundMarks(request: CanonRequest, losses: Losses): CanonRequest {
  let excess = countMarks(request) - mostMarks;
  if (excess <= 0) return request;
  losses.approximate('cache');
  return mapMarked(request, (piece) => {
    if (!piece.cache || excess === 0) return piece;
    excess -= 1;
    return { ...piece, cache: undefined };
  });
}

export function hasMarks(request: CanonRequest): boolean {
  return countMarks(request) > 0;
}

function countMarks(request: CanonRequest): number {
  let marks = 0;
  mapMarked(request, (piece) => {
    if (piece.cache) marks += 1;
    return piece;
  });
  return marks;
}

interface Marked {
  cache?: CacheMark | undefined;
}

/** What may be marked, in the order in which vendors read it. */
function mapMarked(request: CanonRequest, map: <M extends Marked>(piece: M) => M): CanonRequest {
  const mapUsers = (block: UserBlock): UserBlock => {
    if (block.kind === 'tool-result') return map({ ...block, blocks: block.blocks.map((one) => map(one)) });
    return 'cache' in block ? map(block) : block;
  };
  const mapAssistants = (block: AssistantBlock): AssistantBlock => ('cache' in block ? map(block) : block);
  return {
    ...request,
    tools: request.tools.map((tool) => map(tool)),
    instructions: request.instructions.map((text) => map(text)),
    turns: request.turns.map((turn) =>
      turn.from === 'user'
        ? { ...turn, blocks: turn.blocks.map(mapUsers) }
        : { ...turn, blocks: turn.blocks.map(mapAssistants) },
    ),
  };
}
