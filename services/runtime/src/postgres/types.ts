import pg from 'pg';

const int8 = 20;

/**
 * Makes int8 columns arrive as bigint, in this whole process: pg's own default is a string, which adds up
 * wrongly without a word. Call once in a process, before the first query.
 */
export function readInt8AsBigint(): void {
  pg.types.setTypeParser(int8, BigInt);
}
