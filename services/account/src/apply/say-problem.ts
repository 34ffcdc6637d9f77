import type { z } from 'zod';
import { formatPath, type Problem } from './problems.ts';

/** What is wrong with a member, in words that hold nothing of what it held: that may be a secret. */
export function sayProblem(issue: z.core.$ZodIssue): Problem[] {
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
