import type { AssistantBlock, OpaqueBlock, UserBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import { showPictures } from '../../../canon/media/pictures.ts';
import type { Turn } from '../../../canon/request.ts';
import { withOwnCallIds } from '../../../canon/tools/call-ids.ts';
import { joinTurns } from '../../../canon/turns.ts';
import { isRecord } from '../../../json/read.ts';
import { isBlank } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';
import { fitEnds } from './fit-ends.ts';

/** Turns as they can be sent: the user's first, in alternation, without what the vendor would refuse to read. */
export function toWrittenTurns(turns: readonly Turn[], traits: KeepTraits, losses: Losses): Turn[] {
  const written = withOwnCallIds(showPictures(turns, losses)).map((turn) => keepOf(turn, traits, losses));
  const kept = joinTurns(fitEnds(joinTurns(written), losses));
  if (kept[0]?.from === 'user') return kept;
  return [{ from: 'user', blocks: [{ kind: 'text', text: '...' }] }, ...kept];
}

type KeepTraits = Pick<ModelTraits, 'takesUnsigned'>;

function keepOf(turn: Turn, traits: KeepTraits, losses: Losses): Turn {
  return turn.from === 'user'
    ? { from: 'user', blocks: turn.blocks.flatMap((block) => keepOfUser(block, losses)) }
    : { from: 'assistant', blocks: turn.blocks.flatMap((block) => keepOfAssistant(block, traits, losses)) };
}

function keepOfUser(block: UserBlock, losses: Losses): UserBlock[] {
  switch (block.kind) {
    case 'text':
      return isBlank(block.text) ? [] : [block];
    case 'tool-result':
      return [{ ...block, callId: toCallId(block.callId) }];
    case 'opaque':
      return keepOpaque(block, losses);
    default:
      return [block];
  }
}

function keepOfAssistant(
  block: AssistantBlock,
  { takesUnsigned }: KeepTraits,
  losses: Losses,
): AssistantBlock[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return isBlank(block.text) ? [] : [block];
    case 'reasoning':
      // To Claude it comes back with the vendor's own signature or not at all.
      if (block.seal?.dialect === 'messages') return [block];
      if (takesUnsigned && !block.seal && block.text !== '') return [block];
      losses.drop('reasoning');
      return [];
    case 'tool-call':
      return [{ ...block, id: toCallId(block.id), seal: undefined }];
    case 'picture':
      return [];
    case 'opaque':
      return keepOpaque(block, losses);
    default:
      return block satisfies never;
  }
}

function keepOpaque(block: OpaqueBlock, losses: Losses): OpaqueBlock[] {
  const { dialect, json } = block;
  if (dialect === 'messages') return [block];
  losses.drop(isRecord(json) && typeof json.type === 'string' ? json.type : 'opaque');
  return [];
}

/** The vendor refuses ids with other characters, which some upstreams mint. */
function toCallId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
