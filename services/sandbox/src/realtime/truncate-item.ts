import { invalid, type VendorError, wrongType } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { findItem, noItem } from './conversation.ts';
import { partsOf } from './count.ts';
import type { Session } from './session.ts';

/** Forgets what the client has not played of an answer in sound, and its transcript, which tells of all of it. */
export function truncateItem(session: Session, event: JsonRecord): void {
  const { item_id, content_index, audio_end_ms } = event;
  const refusal = refusalOf(session, event);
  if (refusal) {
    session.refuse(refusal);
    return;
  }
  const content = [{ type: 'output_audio', audioMs: audio_end_ms }];
  session.items = session.items.map((item) => (item.id === item_id ? { ...item, content } : item));
  session.send('conversation.item.truncated', { item_id, content_index, audio_end_ms });
}

function refusalOf(
  session: Session,
  { item_id, content_index, audio_end_ms }: JsonRecord,
): VendorError | null {
  const item = findItem(session, item_id);
  if (!item) return noItem('truncate', item_id);
  const audioMs = partsOf(item)[Number(content_index)]?.audioMs;
  if (typeof audioMs !== 'number') return invalid('Only model output audio messages can be truncated', null);
  if (typeof audio_end_ms !== 'number') return wrongType('audio_end_ms', 'an integer', audio_end_ms);
  if (audio_end_ms <= audioMs) return null;
  const message = `Audio content of ${audioMs}ms is already shorter than ${audio_end_ms}ms`;
  return invalid(message, null, 'invalid_value');
}
