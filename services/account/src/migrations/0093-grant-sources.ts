import type { Knex } from 'knex';

/**
 * Under whose name ledger was told what a key is granted. All of a name's grants are one total: a file that takes a key over from
 * people goes on under theirs. Null where nobody has said it: a file's name for keys of files, else the owner's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('keys', (table) => {
    table.text('grant_source');
  });
}
