import type { ClientRequestId } from '../log/client-request-id.ts';

/** What a request was about, as far as faults can be scripted for it. */
export const occasions = ['create', 'poll', 'content', 'other'] as const;

export type Occasion = (typeof occasions)[number];

/** One request to a vendor of media, in the order in which they were taken. */
export interface MediaRequest extends ClientRequestId {
  id: number;
  vendor: string;
  on: Occasion;
  model: string | null;
  /** The id of the job that was made or asked for; null when there was none. */
  job: string | null;
  /** Null when none was sent. */
  status: number | null;
  fault: string | null;
}

export interface MediaLog {
  /** The entry may still change: it is there before the answer is. */
  append(request: Omit<MediaRequest, 'id'>): MediaRequest;
  list(wanted: (request: MediaRequest) => boolean): MediaRequest[];
}

const keptRequests = 50_000;

/** The last 50,000 requests. */
export function createMediaLog(kept = keptRequests): MediaLog {
  const requests: MediaRequest[] = [];
  let lastId = 0;
  return {
    append(request) {
      lastId += 1;
      const entry = { id: lastId, ...request };
      requests.push(entry);
      if (requests.length > kept) requests.shift();
      return entry;
    },
    list: (wanted) => requests.filter(wanted),
  };
}
