import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { User } from '../users/store.ts';
import type { Act } from './act.ts';
import { admit, type OperationRole } from './admit.ts';
import { readInput } from './read-input.ts';

/** The parts of a request that an operation may read. */
export interface RawInput {
  path: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON; undefined where there was none. */
  body: unknown;
}

interface Shape<Input extends z.ZodObject, Data extends z.ZodType> {
  /** One line, for its documentation. */
  summary: string;
  /** It changes something, so that it must leave a line in the audit log. */
  isChange?: true;
  /** It sends a browser on, always or for some. */
  redirects?: 'always' | 'sometimes';
  /** What it reads: of `path`, `query` and `body` those that it names. */
  input: Input;
  /** What it answers; members that are not named here never leave. `nothing` where it answers success alone. */
  data: Data;
}

/** Something that people do through the session API. */
export interface Operation extends Shape<z.ZodObject, z.ZodType> {
  role: OperationRole;
  /** Reads the input, runs, and gives what is answered as `data`. Throws a FaultError. */
  serve(context: Context, act: Act, raw: RawInput): Promise<unknown>;
}

type Run<Actor, Input extends z.ZodObject, Data extends z.ZodType> = (
  context: Context,
  act: Act<Actor>,
  input: z.output<Input>,
) => Promise<z.input<Data>>;

/** An operation of those who have signed in and have at least this role. */
export function defineOperation<Input extends z.ZodObject, Data extends z.ZodType>({
  role,
  run,
  ...shape
}: Shape<Input, Data> & { role: Exclude<OperationRole, 'anyone'>; run: Run<User, Input, Data> }): Operation {
  return {
    ...shape,
    role,
    async serve(context, act, raw) {
      const admitted = admit(act, role);
      return shape.data.parse(await run(context, admitted, readInput(shape.input, raw)));
    },
  };
}

/** An operation that nobody needs to sign in for. */
export function defineOpenOperation<Input extends z.ZodObject, Data extends z.ZodType>({
  run,
  ...shape
}: Shape<Input, Data> & { run: Run<User | undefined, Input, Data> }): Operation {
  return {
    ...shape,
    role: 'anyone',
    async serve(context, act, raw) {
      return shape.data.parse(await run(context, act, readInput(shape.input, raw)));
    },
  };
}
