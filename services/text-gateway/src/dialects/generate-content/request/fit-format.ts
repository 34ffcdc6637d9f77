import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest } from '../../../canon/request.ts';
import { jsonInstruction, schemaInstruction } from '../../messages/request/write-format.ts';
import type { ModelTraits } from '../model-traits.ts';

/** The request with its format in words, for models that take none beside tools. */
export function fitFormat(
  request: CanonRequest,
  { takesFormatWithTools }: ModelTraits,
  losses: Losses,
): CanonRequest {
  const { format, tools, instructions } = request;
  if (!format || tools.length === 0 || takesFormatWithTools) return request;
  losses.approximate('format');
  const text = format.kind === 'json' ? jsonInstruction : schemaInstruction(format.schema);
  return { ...request, format: undefined, instructions: [...instructions, { kind: 'text', text }] };
}
