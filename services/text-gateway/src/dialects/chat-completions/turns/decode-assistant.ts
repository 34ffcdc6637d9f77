import type { AssistantBlock } from '../../../canon/blocks.ts';
import { writeInputArgs } from '../../../canon/tools/freeform/args.ts';
import {
  type JsonRecord,
  optionalArray,
  optionalRecord,
  optionalText,
  readRecord,
  readText,
} from '../../../json/read.ts';
import { assistantParts, decodeContent, readCache } from '../decode-blocks.ts';
import { readImages } from '../reply/images.ts';
import { readKind } from '../tools/decode-tools.ts';
import { readThoughtSignature } from '../tools/thought-signature.ts';

/** What an assistant said in history. A legacy call has no id, and gets `mintedId`. */
export function decodeAssistant(message: JsonRecord, path: string, mintedId: string): AssistantBlock[] {
  const { audio } = message;
  const calls = optionalArray(message.tool_calls, `${path}.tool_calls`) ?? [];
  const legacy = optionalRecord(message.function_call, `${path}.function_call`);
  const refusal = optionalText(message.refusal, `${path}.refusal`);
  return [
    ...readReasoning(message, path),
    // Beside calls the content is null.
    ...decodeContent(message.content ?? '', `${path}.content`, assistantParts),
    ...readImages(message),
    ...(refusal ? [{ kind: 'refusal' as const, text: refusal }] : []),
    ...(audio ? [{ kind: 'opaque' as const, dialect: 'chat-completions' as const, json: { audio } }] : []),
    ...calls.map((call, at) => readCall(call, `${path}.tool_calls[${at}]`)),
    ...(legacy ? [readFunction(legacy, `${path}.function_call`, mintedId)] : []),
  ];
}

function readReasoning(message: JsonRecord, path: string): AssistantBlock[] {
  const text =
    optionalText(message.reasoning_content, `${path}.reasoning_content`) ??
    optionalText(message.reasoning, `${path}.reasoning`);
  return text ? [{ kind: 'reasoning', text }] : [];
}

function readCall(value: unknown, path: string): AssistantBlock {
  const call = readRecord(value, path);
  // Some clients leave the type out.
  const kind = readKind(call.type ?? 'function', `${path}.type`);
  const seal = readThoughtSignature(call);
  const read = kind === 'custom' ? readFreeform : readFunction;
  return {
    ...read(readRecord(call[kind], `${path}.${kind}`), `${path}.${kind}`, readText(call.id, `${path}.id`)),
    ...(seal && { seal }),
    ...readCache(call),
  };
}

function readFreeform({ name, input }: JsonRecord, path: string, id: string) {
  return {
    kind: 'tool-call' as const,
    id,
    name: readText(name, `${path}.name`),
    argsText: writeInputArgs(readText(input, `${path}.input`)),
  };
}

function readFunction(call: JsonRecord, path: string, id: string) {
  return {
    kind: 'tool-call' as const,
    id,
    name: readText(call.name, `${path}.name`),
    argsText: optionalText(call.arguments, `${path}.arguments`) ?? '',
  };
}
