import { announceItem, concludeItem, membersOf, type OutputItem, type OutputPlace } from './output-item.ts';
import type { Session } from './session.ts';

/** Calls a function: what is said are its arguments. */
export function openCall(session: Session, place: OutputPlace, name: string): OutputItem {
  const call = { call_id: session.newId('call'), name };
  const item = { id: session.newId('item'), object: 'realtime.item', type: 'function_call', ...call };
  const members = { ...membersOf(place), item_id: item.id, call_id: call.call_id };
  let said = '';
  announceItem(session, place, { ...item, status: 'in_progress', arguments: '' });
  return {
    say(piece) {
      said += piece;
      session.send('response.function_call_arguments.delta', { ...members, delta: piece });
    },
    end(status) {
      session.send('response.function_call_arguments.done', { ...members, name, arguments: said });
      const whole = { ...item, status, arguments: said };
      concludeItem(session, place, whole);
      return whole;
    },
  };
}
