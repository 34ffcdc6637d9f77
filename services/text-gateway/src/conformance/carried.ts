import type { DialectName } from '../canon/dialect-name.ts';
import type { Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';

/** What a dialect carries of a request or an answer that came in another: the declared losses, and nothing else. */
export interface Carried {
  /** Undefined when the request holds content that the dialect refuses. */
  request(request: CanonRequest): CanonRequest | undefined;
  reply(reply: Reply): Reply;
}

export type CarriedBy = Record<DialectName, Carried>;
