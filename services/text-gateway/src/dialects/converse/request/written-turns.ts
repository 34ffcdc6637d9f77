import { createHash } from 'node:crypto';
import type { AssistantBlock, OpaqueBlock, UserBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import { showPictures } from '../../../canon/media/pictures.ts';
import type { Turn } from '../../../canon/request.ts';
import { withOwnCallIds } from '../../../canon/tools/call-ids.ts';
import { joinTurns } from '../../../canon/turns.ts';
import { isRecord } from '../../../json/read.ts';
import { fitEnds } from '../../messages/request/fit-ends.ts';
import { isBlank } from '../encode-blocks.ts';

/** What stands where the vendor demands words of the user and there are none. */
const wordless: UserBlock = { kind: 'text', text: '...' };

/** Turns as they can be sent: the user's first, in alternation, without what the vendor would refuse to read. */
export function toWrittenTurns(turns: readonly Turn[], losses: Losses): Turn[] {
  const written = withOwnCallIds(showPictures(turns, losses)).map((turn) => keepOf(turn, losses));
  const kept = joinTurns(fitEnds(joinTurns(written), losses));
  const all: Turn[] = kept[0]?.from === 'user' ? kept : [{ from: 'user', blocks: [wordless] }, ...kept];
  return all.map((turn) =>
    turn.from === 'user' && lacksWords(turn.blocks) ? { ...turn, blocks: [...turn.blocks, wordless] } : turn,
  );
}

/** A document must have words beside it. */
function lacksWords(blocks: readonly UserBlock[]): boolean {
  return blocks.some(({ kind }) => kind === 'file') && !blocks.some(({ kind }) => kind === 'text');
}

function keepOf(turn: Turn, losses: Losses): Turn {
  return turn.from === 'user'
    ? { from: 'user', blocks: turn.blocks.flatMap((block) => keepOfUser(block, losses)) }
    : { from: 'assistant', blocks: turn.blocks.flatMap((block) => keepOfAssistant(block, losses)) };
}

function keepOfUser(block: UserBlock, losses: Losses): UserBlock[] {
  switch (block.kind) {
    case 'text':
      return isBlank(block.text) ? [] : [block];
    case 'tool-result':
      return [{ ...block, callId: toCallId(block.callId) }];
    case 'opaque':
      return dropOpaque(block, losses);
    default:
      return [block];
  }
}

function keepOfAssistant(block: AssistantBlock, losses: Losses): AssistantBlock[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return isBlank(block.text) ? [] : [block];
    case 'reasoning':
      // It comes back with the signature that it was given here or not at all.
      if (block.seal?.dialect === 'converse') return [block];
      losses.drop('reasoning');
      return [];
    case 'tool-call':
      return [{ ...block, id: toCallId(block.id), seal: undefined }];
    case 'picture':
      return [];
    case 'opaque':
      return dropOpaque(block, losses);
    default:
      return block satisfies never;
  }
}

function dropOpaque({ json }: OpaqueBlock, losses: Losses): [] {
  losses.drop(isRecord(json) && typeof json.type === 'string' ? json.type : 'opaque');
  return [];
}

const maxIdLength = 64;
const digestLength = 32;

/** The vendor refuses ids with other characters, and long ones. A call and its result stay together. */
function toCallId(id: string): string {
  const allowed = id.replace(/[^a-zA-Z0-9_-]/g, '_');
  if (allowed.length > 0 && allowed.length <= maxIdLength) return allowed;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, digestLength);
  return `${allowed.slice(0, maxIdLength - digestLength - 1)}_${digest}`;
}
