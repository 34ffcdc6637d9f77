import type { AssistantBlock, UserBlock } from '../blocks.ts';
import type { Turn } from '../request.ts';

/**
 * Gives each call an id of its own: one that was given before gets a number behind it. Some upstreams count their calls from
 * the beginning in each answer.
 */
export function createCallNamer(taken: Iterable<string> = []): (id: string) => string {
  const given = new Set(taken);
  const numbers = new Map<string, number>();
  return (id) => {
    let own = id;
    for (let number = numbers.get(id) ?? 2; given.has(own); number += 1) {
      own = `${id}_${number}`;
      numbers.set(id, number + 1);
    }
    given.add(own);
    return own;
  };
}

/** The ids of all calls of a conversation, in their order. */
export function callIdsOf(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) =>
    turn.from === 'assistant'
      ? turn.blocks.flatMap((block) => (block.kind === 'tool-call' ? [block.id] : []))
      : [],
  );
}

/** The turns with an id for each call that is its own; results follow their calls. The same each time. */
export function withOwnCallIds(turns: readonly Turn[]): readonly Turn[] {
  const ids = callIdsOf(turns);
  if (new Set(ids).size === ids.length) return turns;
  const nameCall = createCallNamer();
  const named = new Map<string, OwnIds>();
  return turns.map((turn): Turn => {
    if (turn.from === 'user')
      return { from: 'user', blocks: turn.blocks.map((block) => followCall(block, named)) };
    const own = new Map<string, OwnIds>();
    const blocks = turn.blocks.map((block): AssistantBlock => {
      if (block.kind !== 'tool-call') return block;
      const id = nameCall(block.id);
      const known = own.get(block.id);
      if (known) known.ids.push(id);
      else own.set(block.id, { ids: [id], answered: 0 });
      return { ...block, id };
    });
    for (const [id, ids] of own) named.set(id, ids);
    return { from: 'assistant', blocks };
  });
}

/** What the last calls of one id are named, and how many of them have their results. */
interface OwnIds {
  ids: string[];
  answered: number;
}

/** Results answer the calls of their id one after the other, and what comes beyond that the last of them. */
function followCall(block: UserBlock, named: ReadonlyMap<string, OwnIds>): UserBlock {
  if (block.kind !== 'tool-result') return block;
  const own = named.get(block.callId);
  if (!own) return block;
  const callId = own.ids[own.answered] ?? block.callId;
  if (own.answered < own.ids.length - 1) own.answered += 1;
  return { ...block, callId };
}
