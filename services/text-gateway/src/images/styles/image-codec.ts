import type { Losses } from '../../canon/losses.ts';
import type { Usage } from '../../canon/usage.ts';
import type { ImageJob } from '../image-order.ts';

/** A style that images are asked in of upstreams, and no client asks in. */
export interface ImageCodec {
  /** Throws a FaultError 400 for what the style cannot say; options that it lacks go to `losses`. */
  encodeRequest(job: ImageJob, target: ImageTarget, losses: Losses): EncodedImages;
  /** Throws when the body is no answer. Absent where answers are in OpenAI's style. */
  decodeReply?(body: unknown): ImageReply;
}

export interface ImageTarget {
  /** What the upstream calls the model. */
  model: string;
  /** Set in bodies in JSON, whatever the client said. */
  members: object;
}

export interface EncodedImages {
  body: Buffer;
  contentType?: string;
}

/** An image that was made. */
export interface MadeImage {
  base64?: string | undefined;
  url?: string | undefined;
  revisedPrompt?: string | undefined;
}

export interface ImageReply {
  images: readonly MadeImage[];
  usage: Usage | undefined;
  /** Output tokens that are images; all, where the upstream does not say. */
  imageTokens?: number | undefined;
  /** Why there are none, where the upstream says so. */
  refusal?: 'filtered' | 'no-image' | undefined;
}
