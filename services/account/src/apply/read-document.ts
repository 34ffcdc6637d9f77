import type { z } from 'zod';
import { type Document, documentSchema } from './document/document.ts';
import { formatPath, type Problem, refuseIfAny } from './problems.ts';

/**
 * Parses a document and checks the form of every member. Throws one fault with every problem found; what a
 * member holds never enters a message, because it may be a secret.
 */
export function readDocument(bytes: Buffer): Document {
  const parsed = documentSchema.safeParse(parseJson(bytes), { reportInput: true });
  if (!parsed.success) refuseIfAny(parsed.error.issues.flatMap(toProblems));
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

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: 'unknown member' }));
    case 'invalid_key':
      return [{ path: formatPath(issue.path), message: issue.issues[0]?.message ?? 'is no name' }];
    case 'invalid_type':
      return [{ path: formatPath(issue.path), message: sayExpected(issue.expected, issue.input) }];
    default:
      return [{ path: formatPath(issue.path), message: issue.message }];
  }
}

function sayExpected(expected: string, input: unknown): string {
  return input === undefined ? 'is missing' : `must be of type ${expected}`;
}

function unreachable(): never {
  throw new Error('a refusal did not throw');
}
