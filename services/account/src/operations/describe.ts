import type { DescribeOperationsResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { z } from 'zod';
import { operations } from './list.ts';

/** An operation as its documentation needs it; the schemas are JSON Schema of 2020-12, absent where there is none. */
interface DescribedOperation {
  name: string;
  role: string;
  summary: string;
  redirects: 'always' | 'sometimes' | undefined;
  path: unknown;
  query: unknown;
  body: unknown;
  data: unknown;
}

export function describeOperations(): DescribeOperationsResponse {
  const described = Object.entries(operations).map(
    ([name, { role, summary, redirects, input, data }]): DescribedOperation => ({
      name,
      role,
      summary,
      redirects,
      ...describeInput(input),
      data: describe(data, 'output'),
    }),
  );
  return { operations: Buffer.from(JSON.stringify(described)) };
}

function describeInput(input: z.ZodObject): Pick<DescribedOperation, 'path' | 'query' | 'body'> {
  const { path, query, body } = input.shape;
  return { path: describe(path, 'input'), query: describe(query, 'input'), body: describe(body, 'input') };
}

/** What JSON Schema has no word for is said as anything. */
function describe(schema: z.core.$ZodType | undefined, io: 'input' | 'output'): unknown {
  if (!schema || schema instanceof z.ZodVoid) return undefined;
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
