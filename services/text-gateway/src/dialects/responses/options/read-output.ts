import { efforts, type OutputFormat, type Reasoning } from '../../../canon/request.ts';
import { resolveNullable } from '../../../canon/schema/nullable.ts';
import {
  optionalFlag,
  optionalRecord,
  optionalText,
  readRecord,
  readText,
  readWord,
} from '../../../json/read.ts';

/** `text.format`: flat, other than in chat completions. */
export function readFormat(value: unknown): OutputFormat | undefined {
  const format = optionalRecord(value, 'text.format');
  if (!format) return undefined;
  switch (readWord(format.type, 'text.format.type', ['text', 'json_object', 'json_schema'])) {
    case 'text':
      return undefined;
    case 'json_object':
      return { kind: 'json' };
    case 'json_schema':
      return {
        kind: 'schema',
        schema: resolveNullable(readRecord(format.schema, 'text.format.schema')),
        name: readText(format.name, 'text.format.name'),
        description: optionalText(format.description, 'text.format.description'),
        strict: optionalFlag(format.strict, 'text.format.strict'),
      };
  }
}

export function readReasoning(value: unknown): Reasoning | undefined {
  const reasoning = optionalRecord(value, 'reasoning');
  const { effort, summary, generate_summary: formerSummary } = reasoning ?? {};
  const isShown = (summary ?? formerSummary ?? undefined) !== undefined;
  const isSaid = effort !== undefined && effort !== null;
  if (!isSaid && !isShown) return undefined;
  return {
    ...(isSaid && { effort: readWord(effort, 'reasoning.effort', efforts) }),
    ...(isShown && { isShown }),
  };
}
