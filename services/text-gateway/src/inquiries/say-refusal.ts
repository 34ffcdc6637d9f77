import { maskSecrets, type Secrets } from '../refusals/mask.ts';
import { readRefusal } from '../refusals/refusal.ts';
import { codeOf } from '../upstream-call/describe-break.ts';

/** Administrators read no more of an upstream's words than this. */
const maxWords = 500;

/** What an upstream answered, as administrators may read it: in its own words, without credentials and addresses. */
export function sayRefusal(status: number, body: Buffer, secrets: Secrets): string {
  const { message } = readRefusal(body) ?? {};
  const said = typeof message === 'string' ? message : body.toString('utf8').trim();
  const answered = `The upstream answered ${status}`;
  if (said === '') return `${answered}.`;
  return `${answered}: ${maskSecrets(said, secrets)}`.slice(0, maxWords).toWellFormed();
}

/** Why a call broke before an answer began; the code of the error tells, its words name addresses. */
export function sayUnreached(error: unknown): string {
  const code = codeOf(error);
  return `The upstream cannot be reached, or does not answer${code === undefined ? '' : ` (${code})`}.`;
}
