import type { Knex } from 'knex';

/** A database whose connection breaks once after it has done what a statement with this part says, and before it says so. */
export function breakingAfter(knex: Knex, part: string): Knex {
  let hasBroken = false;
  return new Proxy(knex, {
    get(target, name) {
      if (name !== 'raw') return Reflect.get(target, name);
      return async (sql: string, bindings: never) => {
        const done = await target.raw(sql, bindings);
        if (hasBroken || !sql.includes(part)) return done;
        hasBroken = true;
        throw new Error('Connection terminated unexpectedly');
      };
    },
  });
}
