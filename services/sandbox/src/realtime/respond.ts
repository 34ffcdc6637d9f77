import { invalid } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { planResponse } from './plan-response.ts';
import { activeId } from './running.ts';
import { sayResponse } from './say-response.ts';
import type { Session } from './session.ts';

/** Says one response. There is one at a time in the conversation. */
export function respond(session: Session, options: JsonRecord): void {
  const planned = planResponse(session, options);
  const active = activeId(session);
  if (planned.type === 'refused') {
    session.refuse(planned.error);
  } else if (planned.value.isInConversation && active !== undefined) {
    const words = `Conversation already has an active response in progress: ${active}.`;
    const advice = 'Wait until the response is finished before creating a new one.';
    session.refuse(invalid(`${words} ${advice}`, null, 'conversation_already_has_active_response'));
  } else {
    sayResponse(session, planned.value);
  }
}
