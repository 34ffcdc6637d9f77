import type { Losses } from '../../../canon/losses.ts';
import type { OutputFormat } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';
import { canEnforce } from './can-enforce.ts';
import { isTooLarge } from './fit-strict-tools.ts';
import { toStrictSchema } from './to-strict-schema.ts';

export interface WrittenFormat {
  format?: { type: 'json_schema'; schema: JsonRecord };
  /** What the model is told where the protocol has no option for it. */
  instruction?: string;
}

export function writeFormat(
  format: OutputFormat | undefined,
  { hasStrictSchemas }: ModelTraits,
  losses: Losses,
): WrittenFormat {
  if (!format) return {};
  if (
    format.kind === 'schema' &&
    hasStrictSchemas &&
    canEnforce(format.schema) &&
    !isTooLarge(format.schema)
  ) {
    if (format.description !== undefined) losses.drop('format.description');
    const schema = toStrictSchema(format.schema);
    if (JSON.stringify(schema) !== JSON.stringify(format.schema)) losses.approximate('format');
    return { format: { type: 'json_schema', schema } };
  }
  losses.approximate('format');
  return { instruction: format.kind === 'json' ? jsonInstruction : schemaInstruction(format.schema) };
}

export const jsonInstruction = 'Answer with one JSON object and nothing else, without a code fence.';

export function schemaInstruction(schema: JsonRecord): string {
  return `Answer with JSON alone, without a code fence. It must match this JSON schema: ${JSON.stringify(schema)}`;
}
