import { asObject, asText, type Json } from '../../call/json.ts';
import { type OutcomeUnknown, Refusal, refusalOf } from '../../call/refusal.ts';
import type { VendorAnswer } from '../../call/send.ts';

/** Why Google said no: `{error: {code, message, status, details}}`. A bad key is an invalid argument there. */
export function googleRefusal(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const isKeyRefused = detailsOf(error).some((detail) => asObject(detail)?.reason === 'API_KEY_INVALID');
  return isKeyRefused ? new Refusal('credential', message) : refusalOf(answer, message);
}

function detailsOf(error: Json | undefined): unknown[] {
  return Array.isArray(error?.details) ? error.details : [];
}
