import type { ImageTerms } from '../catalog/image-terms.ts';
import type { ClientRequest, Passage, ReadWhole } from '../dialects/passage.ts';
import type { DrawnPictures } from './drawn/drawn-pictures.ts';
import type { ResolvedImage } from './price/resolve-price.ts';
import type { ImageAsk } from './request/image-ask.ts';

/** A request for images, settled by the rows of one model: what is sent is what is reserved and billed. */
export interface ImageOrder extends Pick<ClientRequest, 'size' | 'passTo'> {
  readWhole: ReadWhole;
  createTap: Passage['createTap'];
  /** Counts the pictures of a converted answer, where they are paid for. */
  draw?: () => DrawnPictures;
  /** What it is for upstreams of other styles; absent where the client's own bytes alone can be sent. */
  job?: ImageJob;
}

/** What is to be made, whichever style asks for it. */
export interface ImageJob {
  ask: ImageAsk;
  resolved: ResolvedImage;
  terms: ImageTerms;
  /** What the events of a stream begin with. */
  event: 'image_generation' | 'image_edit';
  /** The client's bytes say it as no vendor does. */
  mustConvert: boolean;
  /** The names of files that no style has a word for. */
  otherFiles: readonly string[];
  /** The members of the request that hold no images. */
  members(): ReadonlyMap<string, unknown>;
}
