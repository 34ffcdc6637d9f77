import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { WireName } from '../canon/dialect-name.ts';
import type { Usage } from '../canon/usage.ts';
import type { ImageTerms } from '../catalog/image-terms.ts';
import type { ReadSaid } from '../counting/hear-frames.ts';
import type { ImageOrder } from '../images/image-order.ts';
import type { SseFrame } from '../sse.ts';
import type { RouteFacts } from './codec.ts';

/** How a style's own bytes pass from a client to an upstream that speaks it too, and back. */
export interface Passage {
  name: WireName;
  /** Reads what the gateway must know of a request. Throws a FaultError 400 that names the member at fault. */
  readRequest(body: Buffer, route: RouteFacts): ClientRequest;
  createTap(options: TapOptions): Tap;
  readWhole: ReadWhole;
  /** What whole answers are asked for as; JSON unless said otherwise. */
  accept?: string;
  /** Whether whole answers of this content type pass as they come, unread. */
  isUnread?(contentType: string): boolean;
  /** What a frame or a whole answer says, for an upstream that does not count it; absent where nothing is said. */
  readSaid?: ReadSaid;
  /** What tells a client, inside a stream, that no more will come: a frame, or several. */
  encodeErrorFrame(fault: Fault, answer: BrokenAnswer): Buffer;
  /** A frame that says nothing, for a stream that is silent for long; a comment unless said otherwise. */
  keepAliveFrame?: Buffer;
}

/** What is known of the answer in whose stream an error is told. */
export interface BrokenAnswer {
  requestId: string;
  /** The upstream's own id of it, where it passes. */
  answerId: string | undefined;
  /** As the client calls it. */
  model: string;
  /** Unix seconds. */
  createdAt: number;
}

/**
 * Reads a whole answer; `model` replaces the name in it. Throws when the bytes are no answer of this style.
 */
export type ReadWhole = (bytes: Buffer, model: string | undefined, contentType?: string) => WholeAnswer;

/** A request as far as the gateway must know it. */
export interface ClientRequest {
  body: Buffer;
  model: string;
  stream: boolean;
  size: RequestSize;
  /** What the client calls the beginning of its prompt, where the dialect has a word for it. */
  promptKey?: string | undefined;
  /** The earlier answer, or what belonged to it, that it goes on from, by the id that the upstream keeps it under. */
  continues?: string | undefined;
  /** The member that names it; `previous_response_id` unless said otherwise. */
  continuesBy?: 'previous_response_id' | 'container';
  /** Whether the upstream keeps the answer, so that a later request can go on from it. */
  isKept?: boolean;
  /** The service tier that is asked for, where that is not the usual one. */
  serviceTier?: string | undefined;
  /** Its input tokens, where the client names each of them by its number. */
  tokens?: number | undefined;
  /** What it is billed for where the upstream's answer cannot say it. */
  estimate?: Usage;
  /**
   * Of requests that images may be made of: what it is by the rows of a model, where these say something of images. Throws a
   * FaultError 400.
   */
  orderFor?(terms: ImageTerms): ImageOrder | undefined;
  /** The request as a service takes it that refuses ids of calls, where it can be passed so. */
  withoutCallIds?(): ClientRequest | undefined;
  /**
   * The request as a service takes it that wants to be told what was thought beside all calls, with `unknown` where the client does
   * not say, where it can be passed so.
   */
  withThoughts?(unknown: string): ClientRequest | undefined;
  /**
   * The request of a conversation that upstreams of other dialects took part in, without what they thought, where it can be
   * passed so to this model.
   */
  withoutForeignThoughts?(upstreamModel: string): ClientRequest | undefined;
  /** The client's own bytes, with the members on the closed list set, for an upstream of the same dialect. */
  passTo(target: PassTarget): PassedBody;
}

/** What bounds the tokens that a request can use. */
export interface RequestSize {
  /** Bytes of the body that are no images. */
  textBytes: number;
  imageParts: number;
  /** Answers asked for. */
  choices: number;
  /** The client's own bound on output tokens of one answer; 0 where answers have none. */
  maxOutput: number | undefined;
  /** Most output tokens of one answer that is a picture: its size tells, and not how much the model may write. */
  pictureTokens?: number;
  /** Files in the body, and their bytes, which are no text. */
  fileParts?: number;
  fileBytes?: number;
  /** Most input tokens of what is neither text, an image nor a file. */
  otherTokens?: number;
  /** How many sounds these are of, where they are parts of a conversation. */
  soundParts?: number;
  /** The calls that it is likely paid for as; absent where it is one. */
  calls?: number;
  /** The most characters or minutes. */
  metered?: readonly Metered[];
}

export interface PassTarget {
  /** What the upstream calls the model. */
  model: string;
  /** Whether the upstream reports usage in a stream only when asked to. */
  usageOnRequest: boolean;
  /** The model's own bound on output, for dialects that demand one where the client named none. */
  maxOutputTokens?: number;
}

export interface PassedBody {
  body: Buffer;
  /** Usage was asked for on our own account: the client's stream must not show it. */
  dropUsage: boolean;
  /** How the body is written, where it is not JSON. */
  contentType?: string;
}

export interface TapOptions {
  /** Replace the name in each chunk by this one. */
  model: string | undefined;
  /** Drop the chunk that carries nothing but usage. */
  dropUsage: boolean;
  /** Answers asked for: each has an end of its own. */
  choices: number;
}

/** Puts the images of an answer in their place among the counts that it is billed by. */
export type SettleImages = (usage: Usage) => Usage;

/** Watches a stream beside its passage. Every frame is scanned, so that garbage is noticed. */
export interface Tap {
  /** Notes what a frame says and gives the bytes to send on. Throws when it is nothing of this dialect. */
  see(frame: SseFrame): Buffer | undefined;
  usage: Usage | undefined;
  /** The vendor's word for the service tier, where it says at the beginning at which it serves. */
  servedAt?: string | undefined;
  /** The id of the answer, in dialects whose upstreams keep answers. */
  answerId?: string | undefined;
  /** Nothing has come yet but events that announce an answer, in dialects that have such: an error may follow instead of one. */
  isPrelude?: boolean;
  /** The frame that ends the stream has come. */
  isDone: boolean;
  /** The answer has said why it ended, or what it cost in all: an end of the stream is no break. */
  hasFinished: boolean;
  /** Only what it counts tells that it has finished, not a reason: a connection that breaks behind that breaks the answer. */
  endsByCounts?: boolean;
  /** The prompt was refused, in dialects that then give no answer. */
  isBlocked?: boolean;
  /** Not all of the usage was counted by the upstream. */
  isEstimated?: boolean;
  settleImages?: SettleImages;
  /** Nobody waits for the rest any more: usage is to cover what the upstream has begun. */
  clientLeft?(): void;
  /** The upstream sent an error inside its stream: what it said. */
  error: unknown;
}

/** A whole answer, as far as the gateway must know it. */
export interface WholeAnswer {
  /** What the client gets: the upstream's bytes, but for the closed list. */
  body: Buffer;
  usage: Usage | undefined;
  /** The id of the answer, in dialects whose upstreams keep answers. */
  answerId?: string | undefined;
  /** The vendor's word for the service tier at which it was served, where it says. */
  servedAt?: string | undefined;
  /** Not all of the usage was counted by the upstream. */
  isEstimated?: boolean;
  settleImages?: SettleImages;
  /** The upstream sent an error under a status that says success: what it said. */
  error: unknown;
  /** How the body is written, where it is not JSON. */
  contentType?: string;
}
