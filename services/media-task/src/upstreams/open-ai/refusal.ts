import { asObject, asText, type Json } from '../../call/json.ts';
import { type OutcomeUnknown, Refusal, refusalOf, refusedAs } from '../../call/refusal.ts';
import type { VendorAnswer } from '../../call/send.ts';
import type { FailCode } from '../../task/failure.ts';

/** Why OpenAI said no, or a video failed, by its own code. */
export const failCodes: Readonly<Record<string, FailCode>> = {
  moderation_blocked: 'content_policy_violation',
  content_policy_violation: 'content_policy_violation',
  rate_limit_exceeded: 'upstream_rate_limited',
};

/**
 * Why a video failed, by the `error` beside its status: an object, of some relays a text. Undefined where it says nothing, as null,
 * `{}` and empty words do.
 */
export function readError(error: unknown): { code: string; message: string } | undefined {
  const { code, message } = asObject(error) ?? { message: error };
  const said = { code: asText(code) ?? '', message: asText(message) ?? '' };
  return said.code === '' && said.message === '' ? undefined : said;
}

/**
 * What is said of an account of ours: with 400 that it has spent what it may, with 429 that it has nothing left or is not paid for.
 * Waiting does not help. Source: OpenAI's guide "Error codes".
 */
const emptyAccount = ['billing_hard_limit_reached', 'insufficient_quota', 'billing_not_active'];

/** Why OpenAI said no: `{error: {code, message, type, param}}`. */
export function openAiRefusal(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const failCode = failCodes[asText(error?.code) ?? ''];
  if (answer.status === 400 && failCode) return refusedAs(failCode, message);
  if (emptyAccount.includes(asText(error?.code) ?? '')) return new Refusal('credential', message);
  return refusalOf(answer, message);
}
