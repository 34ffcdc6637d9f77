import type { Losses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { schemaAt } from '../canon/schema/schema-at.ts';
import { isRecord, type JsonRecord } from '../json/read.ts';
import { schemaInstruction } from './messages/request/write-format.ts';

/**
 * The request with the form of its answer in words where that is no object but a list, or a choice: OpenAI enforces objects alone,
 * and refuses the whole request. Source: OpenAI API, "Structured outputs", on the schemas that are supported.
 */
export function tellOtherForms(request: CanonRequest, losses: Losses): CanonRequest {
  const { format, instructions } = request;
  if (format?.kind !== 'schema') return request;
  const schema = asObject(format.schema);
  if (schema) return schema === format.schema ? request : { ...request, format: { ...format, schema } };
  losses.approximate('format');
  const text = schemaInstruction(format.schema);
  return { ...request, format: undefined, instructions: [...instructions, { kind: 'text', text }] };
}

/** The same schema as one that says by its type that it is an object, as some write only where they refer to; undefined where it is none. */
function asObject(schema: JsonRecord): JsonRecord | undefined {
  if (schema.type === 'object') return schema;
  const { $ref, ...rest } = schema;
  if (rest.type !== undefined) return undefined;
  if (typeof $ref !== 'string') return isRecord(rest.properties) ? { type: 'object', ...rest } : undefined;
  const referred = schemaAt(schema, $ref);
  return isRecord(referred) && referred.type === 'object' ? { ...referred, ...rest } : undefined;
}
