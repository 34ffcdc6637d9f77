import type { TextBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { OutputFormat } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface EncodedFormat {
  format?: JsonRecord;
  /** What the model is told in words. */
  instructions: TextBlock[];
}

export function encodeFormat(
  format: OutputFormat | undefined,
  traits: ModelTraits,
  losses: Losses,
): EncodedFormat {
  if (!format) return { instructions: [] };
  if (traits.format === 'object') return encodeObject(format, losses);
  if (format.kind === 'json') return { format: { type: 'json_object' }, instructions: [] };
  const { name = 'answer', description, schema, strict } = format;
  const written = { type: 'json_schema', json_schema: compact({ name, description, schema, strict }) };
  return { format: written, instructions: [] };
}

/** Upstreams without schemas refuse to write an object unless the word JSON is among the texts. */
function encodeObject(format: OutputFormat, losses: Losses): EncodedFormat {
  if (format.kind === 'schema') losses.approximate('format');
  const text =
    format.kind === 'json'
      ? 'Answer with one JSON object.'
      : `Answer with one JSON object that matches this JSON schema: ${JSON.stringify(format.schema)}`;
  return { format: { type: 'json_object' }, instructions: [{ kind: 'text', text }] };
}
