import type { AssistantBlock, OpaqueBlock } from '../canon/blocks.ts';
import type { WireName } from '../canon/dialect-name.ts';
import type { CanonRequest } from '../canon/request.ts';
import { isRecord } from '../json/read.ts';

/**
 * What Anthropic made of a conversation stands in place of what it summarizes: other upstreams are told it as a text, since they
 * would know nothing of what came before. Source: Anthropic documentation, "Compaction".
 */
export function tellSummaries(request: CanonRequest, style: WireName): CanonRequest {
  if (style === 'messages') return request;
  const turns = request.turns.map((turn) =>
    turn.from === 'user' ? turn : { ...turn, blocks: turn.blocks.map(tell) },
  );
  return { ...request, turns };
}

function tell(block: AssistantBlock): AssistantBlock {
  const text = block.kind === 'opaque' ? summaryIn(block) : undefined;
  return text === undefined ? block : { kind: 'text', text };
}

/** The summary that a block holds. */
export function summaryIn({ dialect, json }: OpaqueBlock): string | undefined {
  if (dialect !== 'messages' || !isRecord(json)) return undefined;
  const { type, content } = json;
  return type === 'compaction' && typeof content === 'string' && content !== '' ? content : undefined;
}
