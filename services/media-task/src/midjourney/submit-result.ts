import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import { OutcomeUnknown, Refusal } from '../call/refusal.ts';
import type { VendorAnswer } from '../call/send.ts';

/** What the vendor says to whatever is submitted. */
export interface SubmitResult {
  code: number;
  result: unknown;
  properties: Json;
}

/** The codes of refusals, with words of ours: the vendor's are its operator's business. */
const refusedCodes = {
  3: { blame: 'unavailable', description: 'No account can take the task.' },
  4: { blame: 'request', description: 'The upstream does not take these parameters.' },
  9: { blame: 'request', description: 'The upstream failed to take the task.' },
  23: { blame: 'busy', description: 'The queue is full. Try again later.' },
  24: { blame: 'request', description: 'The prompt may hold a banned word.' },
  30: { blame: 'busy', description: 'The upstream has too much to do. Try again later.' },
} as const;

export type RefusedCode = keyof typeof refusedCodes;

/** A refusal that clients of this family hear with its code. */
export class SubmitRefusal extends Refusal {
  readonly code: RefusedCode;
  readonly properties: Json;

  constructor(code: RefusedCode, properties: Json) {
    const failCode = code === 24 ? 'content_policy_violation' : code === 9 ? 'internal_error' : undefined;
    super(refusedCodes[code].blame, refusedCodes[code].description, failCode && { failCode });
    this.code = code;
    this.properties = properties;
  }
}

/** Undefined for what is no answer of this vendor's. */
export function readSubmitResult({ body }: Pick<VendorAnswer, 'body'>): SubmitResult | undefined {
  const answer = parseObject(body);
  if (!answer || typeof answer.code !== 'number') return undefined;
  return { code: answer.code, result: answer.result, properties: asObject(answer.properties) ?? {} };
}

/** Submitted; there already, or waiting for its window; queued. All are tasks, and are billed. */
export function isAccepted({ code }: SubmitResult): boolean {
  return code === 1 || code === 21 || code === 22;
}

/** What a code that is no acceptance means. Of one that nobody knows, nobody knows what was made. */
export function refusalIn({ code, properties }: SubmitResult): Refusal | OutcomeUnknown {
  if (!isRefused(code)) return new OutcomeUnknown(`the upstream answered with code ${code}`);
  const word = asText(properties.bannedWord);
  return new SubmitRefusal(code, code === 24 && word !== undefined ? { bannedWord: word } : {});
}

function isRefused(code: number): code is RefusedCode {
  return Object.hasOwn(refusedCodes, code);
}
