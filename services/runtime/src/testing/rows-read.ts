import type { Knex } from 'knex';

/** A node of a plan that was carried out, in PostgreSQL's words. */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** By table, the most rows that one of the statements read which somebody sends meanwhile. */
export async function rowsRead(knex: Knex, run: () => Promise<unknown>): Promise<Map<string, number>> {
  const sent: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings: unknown[] }): unknown => sent.push(query);
  knex.on('query', note);
  await run();
  knex.off('query', note);
  const most = new Map<string, number>();
  for (const { sql, bindings } of sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))) {
    for (const [table, rows] of await rowsOfStatement(knex, sql, bindings))
      most.set(table, Math.max(rows, most.get(table) ?? 0));
  }
  return most;
}

async function rowsOfStatement(knex: Knex, sql: string, bindings: unknown[]): Promise<Map<string, number>> {
  const connection = await knex.client.acquireConnection();
  try {
    const { rows } = await connection.query(`explain (analyze, format json) ${sql}`, bindings);
    const read = new Map<string, number>();
    addRows(rows[0]['QUERY PLAN'][0].Plan, read);
    return read;
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

function addRows(node: Node, read: Map<string, number>): void {
  const table = node['Relation Name'];
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  if (table !== undefined) read.set(table, (read.get(table) ?? 0) + each * node['Actual Loops']);
  for (const part of node.Plans ?? []) addRows(part, read);
}
