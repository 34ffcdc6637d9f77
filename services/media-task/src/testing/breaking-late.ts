import type { Knex } from 'knex';

/**
 * A database whose connection breaks once as it is asked for a statement with these words: it has not done that by then, and does
 * it when `carryOut` is called, as a server does that hung.
 */
export function breakingLate(
  knex: Knex,
  isLate: (sql: string, bindings: readonly unknown[]) => boolean,
): { knex: Knex; carryOut(): Promise<void> } {
  let late: (() => Promise<unknown>) | undefined;
  const broken = new Proxy(knex, {
    get(target, name) {
      if (name !== 'raw') return Reflect.get(target, name);
      return async (sql: string, bindings: never) => {
        if (late || !isLate(sql, bindings)) return target.raw(sql, bindings);
        late = async () => target.raw(sql, bindings);
        throw new Error('Connection terminated unexpectedly');
      };
    },
  });
  return {
    knex: broken,
    async carryOut() {
      await late?.();
    },
  };
}
