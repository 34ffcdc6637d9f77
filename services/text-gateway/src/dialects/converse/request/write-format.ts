import type { Losses } from '../../../canon/losses.ts';
import type { OutputFormat } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { canEnforce } from '../../messages/request/can-enforce.ts';
import { isTooLarge } from '../../messages/request/fit-strict-tools.ts';
import { toStrictSchema } from '../../messages/request/to-strict-schema.ts';
import { jsonInstruction, schemaInstruction } from '../../messages/request/write-format.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface WrittenFormat {
  textFormat?: JsonRecord;
  /** What of it is enforced. */
  enforced?: JsonRecord;
  /** What the model is told where it has no option for it. */
  instruction?: string;
}

/** A schema is sent as text, and enforced. */
export function writeFormat(
  format: OutputFormat | undefined,
  { hasStrictSchemas, claude }: ModelTraits,
  losses: Losses,
): WrittenFormat {
  if (!format) return {};
  const isEnforced =
    format.kind === 'schema' &&
    hasStrictSchemas &&
    canEnforce(format.schema) &&
    !(claude && isTooLarge(format.schema));
  if (isEnforced) {
    const enforced = toStrictSchema(format.schema);
    const schema = JSON.stringify(enforced);
    if (schema !== JSON.stringify(format.schema)) losses.approximate('format');
    const { name, description } = format;
    return {
      textFormat: { type: 'json_schema', structure: { jsonSchema: compact({ schema, name, description }) } },
      enforced,
    };
  }
  losses.approximate('format');
  return { instruction: format.kind === 'json' ? jsonInstruction : schemaInstruction(format.schema) };
}
