import type { FileBlock, ImageBlock } from '../canon/blocks.ts';
import type { DialectName } from '../canon/dialect-name.ts';
import type { ReplyEvent } from '../canon/events.ts';
import type { Reply } from '../canon/fold.ts';
import type { Losses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { ModelTraits as ChatTraits } from './chat-completions/model-traits.ts';

/** How a dialect is read into the canonical form and written from it. All of it is synchronous and free of I/O. */
export interface Codec {
  name: DialectName;
  /** Throws a FaultError 400 that names the member at fault. */
  decodeRequest(body: unknown, route: RouteFacts): CanonRequest;
  /** The request's body. Throws RefusedContent; options that the dialect lacks go to `losses`. */
  encodeRequest(request: CanonRequest, target: Target, losses: Losses): Record<string, unknown>;
  /** Absent where the upstream reads addresses by itself. */
  wantsBytes?: WantsBytes;
  /** The events of a whole answer; throws when the body is none. */
  decodeReply(body: unknown, ids: Ids): ReplyEvent[];
  encodeReply(reply: Reply, call: ReplyCall): Record<string, unknown>;
  createStreamDecoder(ids: Ids): StreamDecoder;
  createStreamEncoder(call: ReplyCall): StreamEncoder;
}

/** What a client's side of a conversion needs. */
export type ClientCodec = Pick<Codec, 'decodeRequest' | 'encodeReply' | 'createStreamEncoder'>;

/** What an upstream's side of a conversion needs. */
export type UpstreamCodec = Pick<
  Codec,
  'encodeRequest' | 'wantsBytes' | 'decodeReply' | 'createStreamDecoder'
>;

/** Whether an image or a file at an address can go to the upstream as its bytes alone. */
export type WantsBytes = (block: ImageBlock | FileBlock) => boolean;

/** What the route says of a request, where its body does not: generateContent has model and stream in its path. */
export interface RouteFacts {
  model: string;
  stream: boolean;
  /** The client's word for how its body is written; empty where it said nothing. */
  contentType?: string;
}

/** Who the request is written for. */
export interface Target {
  /** What the upstream calls the model. */
  model: string;
  /** Largest number of output tokens of the model, for dialects that demand a bound. */
  maxOutputTokens: number;
  /** What is known of the service that serves it. */
  service?: ServiceTraits | undefined;
}

/** What a service takes of converted requests, whichever model is asked. */
export interface ServiceTraits {
  /** Of chat completions. */
  chat?: Partial<ChatTraits>;
  /** The same, of models whose names tell nothing. */
  unknownChat?: Partial<ChatTraits>;
  /** What embeddings call the number of their dimensions. */
  dimensions?: 'dimensions' | 'output_dimension';
  /** Whether generateContent has ids of calls. */
  takesCallIds?: boolean;
  /** Whether messages may name images and files by their addresses. */
  takesAddresses?: boolean;
}

/** Names things that an upstream left nameless, the same way each time. */
export interface Ids {
  /** The id of the request: a UUID. */
  requestId: string;
}

/** What an answer says of the request that it answers. */
export interface ReplyCall extends Ids {
  /** As decoded from the client; `model` is the name that the client knows. */
  request: CanonRequest;
  /** Unix seconds. */
  createdAt: number;
}

export interface StreamDecoder {
  /** Takes the joined `data` lines of one frame; throws when they are nothing that the dialect knows. */
  push(data: string): ReplyEvent[];
  /** The stream has ended. Gives what was held back; an answer without an end stays without. */
  end(): ReplyEvent[];
  /** The vendor's last word for the service tier, in dialects that say at the beginning at which they serve. */
  servedAt?(): string | undefined;
}

export interface StreamEncoder {
  /**
   * What stands before all else and was not written yet, for a client that has heard nothing for long: in dialects where it waits
   * for what it can tell, or where nothing could follow silence without it.
   */
  begin?(): string;
  /** The bytes for an event, as text; may be empty. Events keep the grammar. */
  push(event: ReplyEvent): string;
}
