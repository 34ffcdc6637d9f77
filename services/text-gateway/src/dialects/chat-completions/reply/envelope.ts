import type { JsonRecord } from '../../../json/read.ts';
import type { ReplyCall } from '../../codec.ts';

/** The members that every answer begins with; the same on all chunks of a stream. */
export function writeEnvelope({ requestId, request, createdAt }: ReplyCall, object: string): JsonRecord {
  return {
    id: `chatcmpl-${requestId.replaceAll('-', '')}`,
    object,
    created: createdAt,
    model: request.model,
  };
}
