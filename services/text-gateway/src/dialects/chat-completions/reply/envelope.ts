import { writeServedAt } from '../../../canon/service-tier.ts';
import type { Usage } from '../../../canon/usage.ts';
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

/** At which tier an answer was served, for a client that asked for one. */
export function writeTier({ request }: ReplyCall, usage: Usage | undefined): JsonRecord {
  return request.serviceTier === undefined ? {} : { service_tier: writeServedAt(usage) };
}
