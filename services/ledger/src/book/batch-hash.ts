import { createHash, type Hash } from 'node:crypto';
import type { Entry } from './entry.ts';

/** The format of what is hashed. A change of it is another number, and the old one stays readable. */
export const batchFormat = 1;

/** What a batch says of itself. */
export interface BatchHeader {
  batchNo: bigint;
  chain: string;
  /** Its number in the chain. */
  linkNo: bigint;
  previousHash: Buffer;
  /** Unix microseconds. */
  bookedAtUs: bigint;
  entries: bigint;
  /** Of all amounts, as a decimal number. */
  sum: string;
}

/**
 * SHA-256 of lines of UTF-8, each ended by a newline: the format's name, the batch, and its entries in the order of their
 * ids. Members are separated by commas; texts are JSON, hashes hexadecimal, an absent number is empty.
 */
export interface BatchHash {
  /** Entries come in the order of their ids. */
  add(entry: Entry): void;
  digest(): Buffer;
}

export function startBatchHash(header: BatchHeader): BatchHash {
  const { batchNo, chain, linkNo, previousHash, bookedAtUs, entries, sum } = header;
  const hash: Hash = createHash('sha256');
  hash.update(`headgate-ledger-batch ${batchFormat}\n`);
  hash.update(
    `${batchNo},${chain},${linkNo},${previousHash.toString('hex')},${bookedAtUs},${entries},${sum}\n`,
  );
  let lines = '';
  return {
    add(entry) {
      lines += lineOf(entry);
      // Few long updates cost less than many short ones.
      if (lines.length < 65_536) return;
      hash.update(lines);
      lines = '';
    },
    digest: () => hash.update(lines).digest(),
  };
}

function lineOf(entry: Entry): string {
  const { id, kind, ref, path, amount, overrun, late, priceVersion, inputHash } = entry;
  const texts = `${JSON.stringify(ref)},${JSON.stringify(path)}`;
  const numbers = `${amount},${overrun},${late ? 1 : 0},${priceVersion ?? ''}`;
  return `${id},${kind},${texts},${numbers},${inputHash}\n`;
}
