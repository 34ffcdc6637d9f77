import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { BrokenAnswer } from '../passage.ts';
import { encodeFault, failureCodes } from './endings.ts';
import { writeResponseId } from './items/write-response.ts';

/**
 * The events that tell a client, inside a stream, that no more will come: an error, flat, unlike every other error, and that the
 * response failed. OpenAI sends both in this order; Codex skips the first, and takes a stream without the second for a lost
 * connection. How many events came before is not known.
 */
export function encodeErrorFrame(fault: Fault, answer: BrokenAnswer): Buffer {
  const { message, param, code, status } = fault;
  const isRefusal = status < 500;
  const error = { code: code ?? null, message, param: param || null, sequence_number: 0 };
  const response = {
    id: answer.answerId ?? writeResponseId(answer.requestId),
    object: 'response',
    created_at: answer.createdAt,
    ...encodeFault({ code: isRefusal && !failureCodes.has(code) ? 'invalid_prompt' : code, message }),
    incomplete_details: null,
    model: answer.model,
    output: [],
    usage: null,
  };
  return Buffer.from(
    encodeEvent('error', error) + encodeEvent('response.failed', { sequence_number: 0, response }),
  );
}

function encodeEvent(type: string, members: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
}
