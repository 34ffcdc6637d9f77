/** What a client wants to have rendered, whatever dialect it came in: what families read and adapters send. */
export interface Wish {
  /** The name of the family that read it, for upstreams that have families of their own. */
  family?: string;
  prompt: string;
  negativePrompt?: string;
  /** In the order in which the client named them. */
  references: Reference[];
  /** Whole milliseconds. */
  secondsMs?: number;
  /** In pixels. */
  size?: { width: number; height: number };
  /** In the client's own words, which answers repeat where there are no pixels. */
  askedSize?: string;
  /** `16:9`. */
  ratio?: string;
  resolution?: string;
  seed?: number;
  /** How many images are wanted; undefined for a video. */
  imageCount?: number;
  /** Members that only one vendor knows, from a closed list of its adapter's. */
  options: Record<string, unknown>;
}

export interface Reference {
  kind: 'image' | 'video' | 'audio';
  role: 'first_frame' | 'last_frame' | 'reference';
  source: Source;
  /** As a wish's. */
  options?: Record<string, unknown>;
  /** The member that named it, for refusals. */
  param?: string;
  /** How long it may be, where that is measured before it is sent. */
  lengthMs?: { min: number; max: number };
}

export type Source =
  /** Public, http or https: the vendor fetches it. */
  | { url: string }
  | { bytes: Buffer; type: string }
  /** A file of the vendor's own library. */
  | { asset: string };

/** A wish as its task keeps it: without the bytes of references. */
export type StoredWish = Omit<Wish, 'references'> & { references: StoredReference[] };

export type StoredReference = Omit<Reference, 'source' | 'param'> & {
  source: { url: string } | { asset: string } | { byteCount: number; type: string };
};

export function toStoredWish(wish: Wish): StoredWish {
  const references = wish.references.map(({ source, param: _param, lengthMs: _lengthMs, ...reference }) => ({
    ...reference,
    source: 'bytes' in source ? { byteCount: source.bytes.length, type: source.type } : source,
  }));
  return { ...wish, references };
}
