import type { Knex } from 'knex';

/** A database of which the answer to the first statement that is like this is lost, once it has done what it says. */
export function loseAnswer(knex: Knex, like: RegExp): { knex: Knex; isLost: () => boolean } {
  let isLost = false;
  const raw = async (sql: string, bindings: never): Promise<unknown> => {
    const answer = await knex.raw(sql, bindings);
    if (isLost || !like.test(sql)) return answer;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  const get = (target: Knex, name: keyof Knex): unknown => (name === 'raw' ? raw : Reflect.get(target, name));
  return { knex: new Proxy(knex, { get }), isLost: () => isLost };
}
