import { asObject, asText, type Json } from '../../call/json.ts';
import { type OutcomeUnknown, Refusal, refusalOf } from '../../call/refusal.ts';
import type { VendorAnswer } from '../../call/send.ts';

/**
 * What is said of an account of ours, with 400 and with 429, under words that others have too: it asks from where it may not
 * without being paid for, or has nothing left. Source: Gemini API, "Troubleshooting" and "Billing".
 */
const ofAccount = [
  /^User location is not supported/,
  /^Gemini API free tier is not available/,
  /^Your (?:billing account|project) has exceeded its monthly spending cap/,
  /^Your prepayment credits are depleted/,
];

/**
 * Whether Google does not want the content: its word for that is the one for bad parameters, and its sentences are all there is.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/video/responsible-ai-and-usage-guidelines.
 */
export function saysUnwanted(message: string): boolean {
  return /^The prompt could(?: not|n't) be submitted|might violate our policies|Support codes?: \d/.test(
    message,
  );
}

/** Why Google said no: `{error: {code, message, status, details}}`. A bad key is an invalid argument there. */
export function googleRefusal(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const isKeyRefused = detailsOf(error).some((detail) => asObject(detail)?.reason === 'API_KEY_INVALID');
  const isOfAccount = answer.status < 500 && ofAccount.some((words) => words.test(message));
  if (isKeyRefused || isOfAccount) return new Refusal('credential', message);
  if (answer.status === 400 && saysUnwanted(message))
    return new Refusal('request', message, { failCode: 'content_policy_violation' });
  return refusalOf(answer, message);
}

function detailsOf(error: Json | undefined): unknown[] {
  return Array.isArray(error?.details) ? error.details : [];
}
