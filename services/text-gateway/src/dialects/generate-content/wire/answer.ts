import { compact, type JsonRecord } from '../../../json/read.ts';
import type { ReplyCall } from '../../codec.ts';

/** The frame of an answer, of which a stream sends one for each piece. */
export function writeAnswer(
  { request, requestId }: ReplyCall,
  {
    parts,
    finishReason,
    usage,
  }: { parts: JsonRecord[]; finishReason?: string | undefined; usage?: JsonRecord | undefined },
): JsonRecord {
  return compact({
    candidates: [compact({ content: { role: 'model', parts }, finishReason, index: 0, safetyRatings: [] })],
    usageMetadata: usage,
    modelVersion: request.model,
    responseId: requestId.replaceAll('-', ''),
  });
}
