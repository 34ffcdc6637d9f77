import type { JsonRecord } from '../json-record.ts';
import { beginItem, endItem, withoutSound } from './conversation.ts';
import type { Session } from './session.ts';

/** An item of a response, while it is said. */
export interface OutputItem {
  say(piece: string): void;
  /** What it is in the end. */
  end(status: 'completed' | 'incomplete'): JsonRecord;
}

export interface OutputPlace {
  responseId: string;
  index: number;
  isInConversation: boolean;
}

export function announceItem(session: Session, place: OutputPlace, item: JsonRecord): void {
  session.send('response.output_item.added', { ...membersOf(place), item });
  if (place.isInConversation) beginItem(session, item);
}

export function concludeItem(session: Session, place: OutputPlace, item: JsonRecord): void {
  if (place.isInConversation) endItem(session, item);
  session.send('response.output_item.done', { ...membersOf(place), item: withoutSound(item) });
}

/** How events name a place. */
export function membersOf({ responseId, index }: OutputPlace): JsonRecord {
  return { response_id: responseId, output_index: index };
}
