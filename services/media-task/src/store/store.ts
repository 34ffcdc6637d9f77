import type { Readable } from 'node:stream';

/** Where bytes are kept that must outlast a request: uploads, references for vendors, results. */
export interface Store {
  /** Keeps what comes, whole or not at all. The stream is read no faster than it can be written. */
  put(key: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, about: About): Promise<void>;
  /** Undefined for a key that nothing is kept under. */
  find(key: string): Promise<Stored | undefined>;
  /** Both ends included. The body must be read to its end, or destroyed. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** A key that nothing is kept under is no error. */
  delete(key: string): Promise<void>;
  /** Removes what writers that died have left behind. */
  clear?(): Promise<void>;
  /** Where vendors and browsers fetch it; undefined where nobody outside can. */
  addressOf(key: string, site: Site): Promise<string | undefined>;
  /** The key behind an address of this store. */
  keyOf(address: URL, site: Pick<Site, 'baseUrl'>): string | undefined;
  /** Where a client may put it itself; absent for a store that is reached through the gateway alone. */
  signPut?(key: string, about: Required<About>, lifeMs: number): Promise<SignedPut>;
  close(): Promise<void>;
}

export interface About {
  type: string;
  /** Undefined where nobody knows it before the end. */
  sizeBytes?: number;
}

export interface Stored {
  sizeBytes: number;
  modifiedAt: Date;
}

export interface ByteRange {
  start: number;
  end: number;
}

export interface Site {
  /** Where clients reach the gateway, without a slash at its end; empty where nobody said. */
  baseUrl: string;
  /** How long the address shall be good, where addresses are signed. */
  lifeMs: number;
}

export interface SignedPut {
  url: string;
  /** To be sent with the bytes, as they are. */
  headers: Record<string, string>;
}
