import type { Migration } from '@headgate/runtime/postgres/migrate';

/** Each batch asks which of its closes were given up: of few drops, however many events are parked. */
export const droppedActs: Migration = {
  name: '0058-dropped-acts',
  up: async (knex) => {
    await knex.raw(`create index parked_act_dropped on parked_act (parked) where kind = 'dropped'`);
  },
};
