import type { Usage } from '../answer/meter.ts';
import type { FinishReason, PlannedImage } from '../answer/plan.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { base64Of } from '../openai-images/rendering.ts';
import { signCall } from './call-signature.ts';
import { type AnswerIdentity, callId, responseId } from './identity.ts';
import { usageMetadata } from './usage.ts';

const finishReasons: Record<FinishReason, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
  image_filter: 'IMAGE_SAFETY',
  // A blocked prompt has no candidate to tell it; nothing is planned to fail or be cancelled in this dialect.
  blocked: 'OTHER',
  failed: 'OTHER',
  cancelled: 'OTHER',
};

/** One response object: a whole answer, or what a stream adds to it. Null leaves the usage out. */
export function chunkJson(
  identity: AnswerIdentity,
  parts: object[],
  finish: FinishReason | null,
  usage: Usage | null,
): string {
  const candidate = {
    content: { parts, role: 'model' },
    ...(finish && { finishReason: finishReasons[finish] }),
    index: 0,
  };
  return JSON.stringify({
    ...(finish === 'blocked'
      ? { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
      : { candidates: [candidate] }),
    ...(usage && { usageMetadata: usageMetadata(usage) }),
    modelVersion: identity.model,
    responseId: responseId(identity),
  });
}

/** A picture as a part. */
export function imagePart(image: PlannedImage): object {
  return { inlineData: { mimeType: `image/${image.format}`, data: base64Of(image) } };
}

/** A call as a part; the first of an answer is signed. Null for arguments that a limit cut. */
export function callPart(identity: AnswerIdentity, call: number, name: string, json: string): object | null {
  const args = asRecord(parseJson(json));
  if (!args) return null;
  const functionCall = { id: callId(identity, call), name, args };
  return call === 0 ? { functionCall, thoughtSignature: signCall(name, args) } : { functionCall };
}
