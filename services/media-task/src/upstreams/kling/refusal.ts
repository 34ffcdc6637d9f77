import { asNumber, asText, type Json } from '../../call/json.ts';
import { OutcomeUnknown, Refusal, refusalOf } from '../../call/refusal.ts';
import type { VendorAnswer } from '../../call/send.ts';

const credential = [1000, 1001, 1002, 1003, 1004, 1100, 1101, 1102, 1103, 1304];
const request = [1200, 1201];
const unknown = [1202, 1203];
const policy = [1300, 1301];
/** 1303: as many tasks are at work as the account's pack allows. */
const busy = [1302, 1303];

/** What an answer refuses, by its code: a status alone does not tell an empty account from too many requests. */
export function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const code = asNumber(body?.code) ?? 0;
  const message = asText(body?.message) ?? '';
  if (credential.includes(code)) return new Refusal('credential', message);
  if (request.includes(code)) return new Refusal('request', message);
  if (unknown.includes(code)) return new Refusal('unavailable', message);
  if (policy.includes(code)) return new Refusal('request', message, { failCode: 'content_policy_violation' });
  // Its wait, if it names one, is read by status.
  if (busy.includes(code)) return refusalOf({ ...answer, status: 429 }, message);
  if (answer.status < 300) return new OutcomeUnknown(`the upstream answered with code ${code}`);
  return refusalOf(answer, message);
}
