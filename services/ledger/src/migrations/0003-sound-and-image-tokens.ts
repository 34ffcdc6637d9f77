import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Sound and images have prices of their own. The default serves a ledger of before, which writes none of them. */
export const soundAndImageTokens: Migration = {
  name: '0003-sound-and-image-tokens',
  up: async (knex) => {
    await knex.raw(`
      alter table usage
        add column input_audio bigint not null default 0,
        add column input_image bigint not null default 0,
        add column output_audio bigint not null default 0;
    `);
  },
};
