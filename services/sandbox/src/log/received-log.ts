import type { IncomingHttpHeaders } from 'node:http';
import type { ClientRequestId } from './client-request-id.ts';

/** A request exactly as it arrived. */
export interface ReceivedRequest extends ClientRequestId {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ReceivedLog {
  add(request: ReceivedRequest): void;
  /** JSON array, oldest first, bodies in base64; of one request id, or all when it is null. */
  list(requestId: string | null): string;
}

const keptRequests = 100;
const keptBytes = 64 * 1024 * 1024;

/** Keeps the last 100 requests, fewer when their bodies exceed 64 MB together. */
export function createReceivedLog(): ReceivedLog {
  const requests: ReceivedRequest[] = [];
  let sizeBytes = 0;
  return {
    add(request) {
      requests.push(request);
      sizeBytes += request.body.length;
      while (requests.length > keptRequests || sizeBytes > keptBytes) {
        sizeBytes -= requests.shift()?.body.length ?? 0;
      }
    },
    list(requestId) {
      const wanted = requests.filter((request) => requestId === null || request.requestId === requestId);
      return JSON.stringify(
        wanted.map(({ body, ...rest }) => ({
          ...rest,
          sizeBytes: body.length,
          bodyBase64: body.toString('base64'),
        })),
      );
    },
  };
}
