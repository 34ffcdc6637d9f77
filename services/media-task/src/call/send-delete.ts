import { refusalOf } from './refusal.ts';
import type { Send, VendorRequest } from './send.ts';

/** Has a vendor stop or forget what it has there. Throws a SendError, Refusal or OutcomeUnknown where it does not. */
export async function sendDelete(request: Pick<VendorRequest, 'url' | 'headers'>, send: Send): Promise<void> {
  const answer = await send({ ...request, method: 'DELETE' });
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer, '');
}
