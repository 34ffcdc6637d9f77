import type { z } from 'zod';
import { sayProblem } from '../apply/problems/say-problem.ts';
import type { RawInput } from './operation.ts';
import { refuseFor } from './refuse.ts';

/** Where a member stands does not matter to who sent it: the body's `name` is `name`. */
const parts: ReadonlySet<PropertyKey> = new Set(['path', 'query', 'body']);

/** What an operation is asked, or a refusal that names every member that is wrong. */
export function readInput<Input extends z.ZodObject>(schema: Input, raw: RawInput): z.output<Input> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => {
    const [part] = issue.path;
    const path = part !== undefined && parts.has(part) ? issue.path.slice(1) : issue.path;
    return sayProblem({ ...issue, path });
  });
  return refuseFor(problems);
}
