import { SignInError } from './create-send.ts';
import { OutcomeUnknown, Refusal } from './refusal.ts';
import { SendError } from './send.ts';

/** What a log may say of a failed call: neither the vendor's words, which may repeat a prompt, nor its address. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (error instanceof Refusal) {
    const { blame, failCode, cause } = error;
    return { ...(cause !== undefined && describeFailure(cause)), refused: blame, failCode };
  }
  if (error instanceof OutcomeUnknown) return { unknown: error.message };
  if (error instanceof SignInError) return { signIn: error.message };
  if (error instanceof SendError) return { broken: codeOf(error.cause), wasSent: error.wasSent };
  return { err: error };
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
