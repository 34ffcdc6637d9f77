/** Reads a whole answer. What a vendor leaves out or adds is forgiven, as long as there is an answer. */
import type { AssistantBlock } from '../../canon/blocks.ts';
import type { ReplyEvent } from '../../canon/events.ts';
import { withServiceTier } from '../../canon/service-tier.ts';
import { writeInputArgs } from '../../canon/tools/freeform/args.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { Ids } from '../codec.ts';
import { decodeEnding, failedEnd, isFailedWord, readStopSequence } from './endings.ts';
import { findFault } from './reply/find-fault.ts';
import { readImages } from './reply/images.ts';
import { reasoningOf, textOf } from './reply/texts.ts';
import { mintCallId } from './tools/call-ids.ts';
import { readThoughtSignature } from './tools/thought-signature.ts';
import { decodeUsage } from './usage.ts';

export function decodeReply(body: unknown, ids: Ids): ReplyEvent[] {
  if (!isRecord(body)) throw new Error('The answer is not a JSON object');
  const fault = findFault(body);
  if (fault) return unfoldReply({ blocks: [], fault });
  if (!Array.isArray(body.choices)) throw new Error('The answer has no choices');
  const usage = withServiceTier(decodeUsage(body.usage), body.service_tier);
  const choice: unknown = body.choices[0];
  // With neither a choice nor counts it has not ended.
  if (!isRecord(choice))
    return unfoldReply({ blocks: [], usage, ...(usage && { ending: { reason: 'complete' } }) });
  const blocks = isRecord(choice.message) ? readMessage(choice.message, ids) : [];
  if (isFailedWord(choice.finish_reason)) return unfoldReply({ blocks, usage, fault: failedEnd });
  const hasCalls = blocks.some(({ kind }) => kind === 'tool-call');
  const ending = decodeEnding(choice.finish_reason, hasCalls, readStopSequence(choice));
  return unfoldReply({ blocks, usage, ending });
}

function readMessage(message: JsonRecord, ids: Ids): AssistantBlock[] {
  const blocks: AssistantBlock[] = [
    { kind: 'reasoning', text: reasoningOf(message) },
    { kind: 'text', text: textOf(message.content) },
    ...readImages(message),
    { kind: 'refusal', text: textOf(message.refusal) },
    ...readCalls(message, ids),
  ];
  return blocks.filter((block) => !('text' in block) || block.text !== '');
}

function readCalls({ tool_calls: calls, function_call: legacy }: JsonRecord, ids: Ids): AssistantBlock[] {
  const listed = Array.isArray(calls) ? calls : [];
  const all: unknown[] = isRecord(legacy) ? [...listed, { function: legacy }] : listed;
  return all.flatMap((call, at): AssistantBlock[] => {
    if (!isRecord(call)) return [];
    const called = isRecord(call.custom) ? call.custom : call.function;
    if (!isRecord(called)) return [];
    const seal = readThoughtSignature(call);
    return [
      {
        kind: 'tool-call',
        id: textOf(call.id) || mintCallId(ids, at),
        name: textOf(called.name),
        argsText: isRecord(call.custom) ? writeInputArgs(textOf(called.input)) : argsOf(called.arguments),
        ...(seal && { seal }),
      },
    ];
  });
}

/** Some upstreams write the object itself where its JSON belongs. */
function argsOf(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : textOf(value);
}
