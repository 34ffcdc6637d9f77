import type { Losses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { schemaInstruction } from './messages/request/write-format.ts';

/**
 * The request with the form of its answer in words where that is no object but a list, or a choice: OpenAI enforces objects alone,
 * and refuses the whole request. Source: OpenAI API, "Structured outputs", on the schemas that are supported.
 */
export function tellOtherForms(request: CanonRequest, losses: Losses): CanonRequest {
  const { format, instructions } = request;
  if (format?.kind !== 'schema' || format.schema.type === 'object') return request;
  losses.approximate('format');
  const text = schemaInstruction(format.schema);
  return { ...request, format: undefined, instructions: [...instructions, { kind: 'text', text }] };
}
