import type { ApiDocument, ApiRoute } from '../../openapi/api-document.ts';
import { rowsOf } from '../../openapi/api-document.ts';
import type { Call } from './documented-call.ts';
import { documentedCalls } from './documented-calls.ts';
import type { Things } from './documented-things.ts';
import { meteredRequest } from './metered-requests.ts';
import { meteredTask } from './metered-tasks.ts';
import type { Row } from './route-table.ts';

/** A documented route, with the row of the route table that it was made of. */
export interface DocumentedRow {
  /** Method and path, as the document writes them. */
  name: string;
  method: string;
  path: string;
  route: ApiRoute;
  row: Row;
}

/** Joins the document that is served with the route table. */
export function joinRows(document: ApiDocument, table: readonly Row[]): DocumentedRow[] {
  const byName = new Map(table.map((row) => [toDocumented(row.name), row]));
  return rowsOf(document).map(({ verb, path, route }) => {
    const method = verb.toUpperCase();
    const name = `${method} ${path}`;
    const row = byName.get(name);
    if (!row) throw new Error(`${name} is documented, and in no row of the route table`);
    return { name, method, path, route, row };
  });
}

function toDocumented(name: string): string {
  return name.replace(/\/[:*](\w+)/g, '/{$1}');
}

export interface FullCall extends Call {
  contentType?: string;
  text?: string;
}

/** How a route is called; throws, and says where to say it, for one of which nobody has. */
export function callOf({ name, row }: DocumentedRow, things: Things): FullCall {
  const make = documentedCalls[name];
  if (make) return make(things);
  if (row.target === 'unimplemented') return { path: anyPath, refused: { status: 501 } };
  if (row.isBillable && row.target === 'text') {
    const { contentType, body } = meteredRequest(row);
    return { path: { model: 'gpt-4o-mini' }, contentType, text: body };
  }
  if (row.isBillable && row.target === 'media') {
    const { after, body } = meteredTask(row);
    const origin = after?.path.startsWith('/mj/') ? things.picture : things.film;
    const task = after?.path.startsWith('/kling/') ? String(things.kling['videos/text2video']) : origin;
    const named = JSON.stringify(body).replaceAll('$task', task).replaceAll('$button', things.button);
    return { path: { task_id: task }, contentType: 'application/json', text: named };
  }
  throw new Error(
    `${name} is documented, and nobody has said how it is called: add a line '${name}' to scripts/e2e/testing/documented-calls.ts, with what its path names and what its body is`,
  );
}

const anyPath = { id: 'file-1', model: 'gpt-4o-mini' };
