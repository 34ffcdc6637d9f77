import { invalid, missing } from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { findItem, noItem, withSound } from './conversation.ts';
import { createItem } from './create-item.ts';
import { commitAudio, hear } from './hearing.ts';
import { readTools } from './read-tools.ts';
import { respond } from './respond.ts';
import { activeId } from './running.ts';
import type { Session } from './session.ts';
import { truncateItem } from './truncate-item.ts';

export type ClientEvents = Record<string, (session: Session, event: JsonRecord) => void>;

/** What each event of the client does. */
export const clientEvents: ClientEvents = {
  'session.update'(session, event) {
    const { model, ...changes } = asRecord(event.session) ?? {};
    if (model !== undefined && model !== session.model) {
      return session.refuse(
        invalid('The model of a session cannot be changed.', null, 'cannot_update_model'),
      );
    }
    const config = merge(session.config, changes);
    const tools = readTools(config, 'session');
    if (tools.type === 'refused') return session.refuse(tools.error);
    session.config = config;
    session.send('session.updated', { session: session.config });
  },
  'conversation.item.create': createItem,
  'conversation.item.retrieve'(session, { item_id }) {
    const item = findItem(session, item_id);
    if (item) session.send('conversation.item.retrieved', { item: withSound(item) });
    else session.refuse(noItem('retrieve', item_id));
  },
  'conversation.item.delete'(session, { item_id }) {
    const { length } = session.items;
    session.items = session.items.filter(({ id }) => id !== item_id);
    if (session.items.length < length) session.send('conversation.item.deleted', { item_id });
    else session.refuse(noItem('delete', item_id));
  },
  'conversation.item.truncate': truncateItem,
  'input_audio_buffer.append'(session, { audio }) {
    if (typeof audio === 'string') return hear(session, Buffer.from(audio, 'base64'));
    session.refuse(missing('audio'));
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
    const running = session.running.get(String(response_id ?? activeId(session)));
    const message = 'Cancellation failed: no active response found';
    if (running) running.cancel('client_cancelled');
    else session.refuse(invalid(message, null, 'response_cancel_not_active'));
  },
};

/** Objects are merged, everything else is replaced. */
function merge(before: JsonRecord, changes: JsonRecord): JsonRecord {
  const merged = Object.entries(changes).map(([name, value]) => {
    const [inner, change] = [asRecord(before[name]), asRecord(value)];
    return [name, inner && change ? merge(inner, change) : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}
