import { problemReasons } from '@headgate/proto/problems';
import { z } from 'zod';
import { nameForm } from '../../words.ts';
import { because, type Cause } from './cause.ts';

const given = z.object({ reason: z.enum(problemReasons), values: z.record(z.string(), z.string()) });

/** What an issue says is wrong, where pages have words for it. It has to have been parsed with `reportInput`. */
export function findCause(issue: z.core.$ZodIssue): Cause | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? because('member_missing')
        : because('type_unfit', { type: issue.expected });
    case 'unrecognized_keys':
      return because('member_unknown');
    case 'invalid_value':
      return because('choice_unknown', { choices: issue.values.map(String).join(', ') });
    case 'too_small':
      return findTooLittle(issue);
    case 'too_big':
      return findTooMuch(issue);
    case 'invalid_format':
      if (issue.format === 'email') return because('email_unfit');
      return issue.pattern === String(nameForm) ? because('name_unfit') : undefined;
    case 'invalid_key':
      return issue.issues[0] && findCause(issue.issues[0]);
    case 'custom':
      return given.safeParse(issue.params).data;
    default:
      return undefined;
  }
}

function findTooLittle({ origin, minimum, exact }: z.core.$ZodIssueTooSmall): Cause | undefined {
  const least = String(minimum);
  if (exact) return origin === 'string' ? because('characters_exact', { exact: least }) : undefined;
  if (origin === 'number' || origin === 'int') return because('number_small', { least });
  return minimum === 1 ? because('empty') : undefined;
}

function findTooMuch({ origin, maximum, exact }: z.core.$ZodIssueTooBig): Cause | undefined {
  const most = String(maximum);
  if (origin === 'number' || origin === 'int') return because('number_large', { most });
  if (origin === 'array') return because('entries_many', { most });
  if (origin !== 'string') return undefined;
  return exact ? because('characters_exact', { exact: most }) : because('characters_many', { most });
}
