import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { GatewayContext } from '../../context.ts';
import type { OpenRequest } from '../../journal/segment.ts';
import type { Admission } from '../admit.ts';
import { createSettlement, type Settlement } from './settle.ts';

/**
 * Writes the open record of a request, which says what recovery closes it with should this process die, and follows it to its
 * close. Undefined when the journal has no room.
 */
export function openSettlement(
  context: GatewayContext,
  admission: Admission,
  opened: Close,
): Settlement | undefined {
  const ticket = openRecord(context, opened);
  return ticket && createSettlement(context, admission, ticket, opened);
}

function openRecord(context: GatewayContext, opened: Close): OpenRequest | undefined {
  try {
    return context.journal.open(opened);
  } catch (error) {
    context.log.error(
      { err: error, requestId: opened.id },
      'an open record could not be written to HEADGATE_JOURNAL_DIR: the request is refused',
    );
    return undefined;
  }
}
