import type { Losses } from '../../canon/losses.ts';
import type { Usage } from '../../canon/usage.ts';
import type { Target } from '../../dialects/codec.ts';
import type { JsonRecord } from '../../json/read.ts';

/** What clients of embeddings ask for, in the one form that every style of it reads into and writes from. */
export interface EmbeddingRequest {
  /** The model as the client named it. */
  model: string;
  texts: EmbeddedText[];
  dimensions?: number | undefined;
  /** Vectors as bytes in base64: little-endian floats of 32 bits. */
  isBase64?: boolean | undefined;
  /** Members without such a form, under their wire names: other styles drop them and say so. */
  extras: readonly string[];
}

export interface EmbeddedText {
  text: string;
  /** What the vector is for, in Google's words. */
  task?: string | undefined;
  title?: string | undefined;
}

export interface EmbeddingReply {
  /** One for each text, in their order. */
  vectors: number[][];
  usage: Usage | undefined;
}

/** A client's side of embeddings. */
export interface EmbeddingClient {
  /** Throws a FaultError 400 that names the member at fault. */
  decodeRequest(body: unknown, model: string): EmbeddingRequest;
  encodeReply(reply: EmbeddingReply & { usage: Usage }, request: EmbeddingRequest): JsonRecord;
}

/** Who the request is written for. */
export type EmbeddingService = Pick<Target, 'model' | 'service'>;

/** An upstream's side of embeddings. */
export interface EmbeddingUpstream {
  encodeRequest(request: EmbeddingRequest, target: EmbeddingService, losses: Losses): JsonRecord;
  /** Throws when the body is no answer. */
  decodeReply(body: unknown): EmbeddingReply;
}
