import type { z } from 'zod';
import { findCause } from './find-cause.ts';
import { formatPath, type Problem } from './problems.ts';

/** What is wrong with a member, in words that hold nothing of what it held: that may be a secret. */
export function sayProblem(issue: z.core.$ZodIssue): Problem[] {
  const [path, cause] = [formatPath(issue.path), findCause(issue)];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: formatPath([...issue.path, key]),
        message: 'unknown member',
        cause,
      }));
    case 'invalid_key':
      return [{ path, message: issue.issues[0]?.message ?? 'is no name', cause }];
    case 'invalid_type':
      return [{ path, message: sayExpected(issue.expected, issue.input), cause }];
    default:
      return [{ path, message: issue.message, cause }];
  }
}

function sayExpected(expected: string, input: unknown): string {
  return input === undefined ? 'is missing' : `must be of type ${expected}`;
}
