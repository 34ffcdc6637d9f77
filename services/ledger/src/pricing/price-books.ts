import type { Knex } from 'knex';
import { newestVersion, type PriceBook, readPriceBook } from './price-book.ts';

/** Price books by version, the last few kept in memory. */
export interface PriceBooks {
  /** The newest version. Books of later ones are forgotten: the database was set back, and will give them to other prices. */
  newest(database: Knex): Promise<bigint>;
  /** The book of a version, or undefined when there was no such version yet. */
  at(database: Knex, version: bigint): Promise<PriceBook | undefined>;
}

const keptBooks = 16;

export function createPriceBooks(): PriceBooks {
  const books = new Map<bigint, PriceBook>();

  async function newest(database: Knex): Promise<bigint> {
    const version = await newestVersion(database);
    for (const known of books.keys()) if (known > version) books.delete(known);
    return version;
  }

  return {
    newest,
    async at(database, version) {
      const known = books.get(version);
      if (known) return known;
      if (version < 1n || version > (await newest(database))) return undefined;
      const book = await readPriceBook(database, version);
      books.set(version, book);
      const [oldest] = books.keys();
      if (books.size > keptBooks && oldest !== undefined) books.delete(oldest);
      return book;
    },
  };
}
