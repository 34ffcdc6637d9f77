import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Caller, Header } from '@headgate/proto/gen/headgate/text/v1/text';
import type { CanonRequest } from '../canon/request.ts';
import type { Candidate } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import type { RequestMedia } from '../fetch-media/request-media.ts';
import type { ImageOrder } from '../images/image-order.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { EmbeddingRequest } from '../surfaces/vectors/embedding-codec.ts';
import type { Answer } from './answers/answer.ts';
import type { Settlement } from './bills/settle.ts';

/** A request that is being served. */
export interface Serving {
  context: GatewayContext;
  /** What the client asks in: a dialect, or one of the styles beyond them. */
  surface: Surface;
  request: ClientRequest;
  /** The request in the canonical form, for upstreams that do not speak the client's dialect. May throw a FaultError. */
  canon(): CanonRequest;
  /** What it names by address, for upstreams that take bytes. */
  media: RequestMedia;
  /** The same of a request for embeddings. */
  embedding(): EmbeddingRequest;
  /** What it is for a candidate, where it may be one for images. */
  orderOf(candidate: Candidate): ImageOrder | undefined;
  /** Input tokens, for upstreams that do not count them. */
  countInput(): number;
  /** The client's headers on ingress's allow-list. */
  headers: readonly Header[];
  caller: Pick<Caller, 'keyId' | 'group'>;
  /** Where the answer is kept that the request goes on from: nobody else may be asked. */
  pin?: ResponsePin | undefined;
  /** Of the catalog that it was admitted under; absent where a channel is asked that may be in none. */
  catalogVersion?: bigint;
  requestId: string;
  answer: Answer;
  settlement: Settlement;
  startedAtMs: number;
  /** Only of calls that nobody's request is behind. */
  witness?: CallWitness;
}

/** Told of what a client never gets to see. */
export interface CallWitness {
  /** The upstream refused, in these words. */
  refused(status: number, body: Buffer): void;
  /** The call broke before an answer began. */
  unreached(error: Error): void;
}
