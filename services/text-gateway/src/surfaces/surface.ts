import type { WireName } from '../canon/dialect-name.ts';
import type { ClientCodec } from '../dialects/codec.ts';
import type { Passage } from '../dialects/passage.ts';
import type { EmbeddingClient } from './vectors/embedding-codec.ts';

/**
 * What clients ask in one wire style. Its bytes pass to upstreams that serve it; other upstreams can be asked where
 * the style has a codec for what it asks for.
 */
export interface Surface {
  name: WireName;
  passage: Passage;
  /** Of styles that ask for generated text. */
  codec?: ClientCodec;
  /** Of styles that ask for embeddings. */
  embedding?: EmbeddingClient;
  /**
   * Of styles whose answers may hold images, which are counted: only these may ask a model that is paid for by the image. With
   * `shown` the request says nothing of them; with `drawn` neither, and only what an upstream of another style makes is counted.
   */
  images?: 'counted' | 'converted' | 'shown' | 'drawn';
  /** What a client is told when its model has channels and none of them serves this style. */
  unserved?: string;
}
