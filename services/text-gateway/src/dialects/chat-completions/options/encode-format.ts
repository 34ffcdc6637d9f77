import type { TextBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import { jsonRequest, mentionsJson } from '../../../canon/mentions-json.ts';
import type { CanonRequest, OutputFormat } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { askToEnforce } from '../../ask-to-enforce.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface EncodedFormat {
  format?: JsonRecord;
  /** What the model is told in words. */
  instructions: TextBlock[];
}

export function encodeFormat(
  { format, instructions, turns }: Pick<CanonRequest, 'format' | 'instructions' | 'turns'>,
  traits: ModelTraits,
  losses: Losses,
): EncodedFormat {
  if (!format) return { instructions: [] };
  if (traits.format === 'object') return encodeObject(format, losses);
  if (format.kind === 'json')
    return mentionsJson(instructions, turns)
      ? { format: anObject, instructions: [] }
      : askForObject(jsonRequest);
  const isAsked = traits.asksToEnforce && !traits.refuses.includes('strict');
  const { name = 'answer', description, schema, strict } = isAsked ? askToEnforce(format, losses) : format;
  const written = { type: 'json_schema', json_schema: compact({ name, description, schema, strict }) };
  return { format: written, instructions: [] };
}

const anObject: JsonRecord = { type: 'json_object' };

/** Upstreams refuse to write an object unless the word JSON is among the texts. */
function askForObject(text: string): EncodedFormat {
  return { format: anObject, instructions: [{ kind: 'text', text }] };
}

function encodeObject(format: OutputFormat, losses: Losses): EncodedFormat {
  if (format.kind === 'json') return askForObject(jsonRequest);
  losses.approximate('format');
  return askForObject(
    `Answer with one JSON object that matches this JSON schema: ${JSON.stringify(format.schema)}`,
  );
}
