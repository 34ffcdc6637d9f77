import { findUnstorable, unstorableWords } from '../operations/find-unstorable.ts';
import { type Document, documentSchema } from './document/document.ts';
import { formatPath, refuseIfAny } from './problems/problems.ts';
import { sayProblem } from './problems/say-problem.ts';

/**
 * Parses a document and checks the form of every member. Throws one fault with every problem found; what a
 * member holds never enters a message, because it may be a secret.
 */
export function readDocument(bytes: Buffer): Document {
  const json = parseJson(bytes);
  const unstorable = findUnstorable(json);
  if (unstorable) refuseIfAny([{ path: formatPath(unstorable), message: unstorableWords }]);
  const parsed = documentSchema.safeParse(json, { reportInput: true });
  if (!parsed.success) refuseIfAny(parsed.error.issues.flatMap(sayProblem));
  return parsed.data ?? unreachable();
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    refuseIfAny([{ path: '', message: 'it is not JSON' }]);
    return unreachable();
  }
}

function unreachable(): never {
  throw new Error('a refusal did not throw');
}
