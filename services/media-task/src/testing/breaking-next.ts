import type { Knex } from 'knex';

/** A database whose connection breaks once, at the first statement or transaction after `breakNext` was called: nothing of it is done. */
export function breakingNext(knex: Knex): { knex: Knex; breakNext(): void } {
  let breaks = false;
  const broken = new Proxy(knex, {
    get(target, name) {
      if (!breaks || (name !== 'raw' && name !== 'transaction')) return Reflect.get(target, name);
      breaks = false;
      return () => Promise.reject(new Error('Connection terminated unexpectedly'));
    },
  });
  return {
    knex: broken,
    breakNext() {
      breaks = true;
    },
  };
}
