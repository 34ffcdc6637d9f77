import { asRecord, type JsonRecord } from '../json-record.ts';
import { addItem } from './conversation.ts';
import { commitAudio, hear } from './hearing.ts';
import { respond } from './respond.ts';
import type { Session } from './session.ts';

export type ClientEvents = Record<string, (session: Session, event: JsonRecord) => void>;

/** What each event of the client does. */
export const clientEvents: ClientEvents = {
  'session.update'(session, event) {
    const { model, ...changes } = asRecord(event.session) ?? {};
    if (model !== undefined && model !== session.model) {
      return session.sendError('The model of a session cannot be changed.', 'cannot_update_model');
    }
    session.config = merge(session.config, changes);
    session.send('session.updated', { session: session.config });
  },
  'conversation.item.create'(session, event) {
    const item = asRecord(event.item);
    if (!item) return session.sendError("Missing required parameter: 'item'.", 'missing_required_parameter');
    addItem(session, item);
  },
  'conversation.item.retrieve'(session, { item_id }) {
    const item = session.items.find(({ id }) => id === item_id);
    if (item) session.send('conversation.item.retrieved', { item });
    else refuseItem(session);
  },
  'conversation.item.delete'(session, { item_id }) {
    const { length } = session.items;
    session.items = session.items.filter(({ id }) => id !== item_id);
    if (session.items.length < length) session.send('conversation.item.deleted', { item_id });
    else refuseItem(session);
  },
  'conversation.item.truncate'(session, { item_id, content_index, audio_end_ms }) {
    session.send('conversation.item.truncated', { item_id, content_index, audio_end_ms });
  },
  'input_audio_buffer.append'(session, { audio }) {
    if (typeof audio === 'string') return hear(session, Buffer.from(audio, 'base64'));
    session.sendError("Missing required parameter: 'audio'.", 'missing_required_parameter');
  },
  'input_audio_buffer.commit': commitAudio,
  'input_audio_buffer.clear'(session) {
    session.audio = [];
    session.send('input_audio_buffer.cleared', {});
  },
  'response.create'(session, event) {
    respond(session, asRecord(event.response) ?? {});
  },
  'response.cancel'(session, { response_id }) {
    const { active } = session;
    if (active && (response_id ?? active.id) === active.id) active.cancel('client_cancelled');
    else session.sendError('Cancellation failed: no active response found', 'response_cancel_not_active');
  },
};

function refuseItem(session: Session): void {
  session.sendError('The item does not exist.', 'item_not_found', { param: 'item_id' });
}

/** Objects are merged, everything else is replaced. */
function merge(before: JsonRecord, changes: JsonRecord): JsonRecord {
  const merged = Object.entries(changes).map(([name, value]) => {
    const [inner, change] = [asRecord(before[name]), asRecord(value)];
    return [name, inner && change ? merge(inner, change) : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}
