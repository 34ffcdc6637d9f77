import { join } from 'node:path';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';

/** A row of the public route table, as far as a client can tell rows apart. */
export interface Row {
  name: string;
  method: string;
  /** A path that the row serves. */
  path: string;
  /** Which service answers it. */
  target: string;
  /** The wire style of its bodies, where it has one. */
  dialect: Dialect | undefined;
  /** What it asks of text-gateway. */
  operation: Operation | undefined;
  /** The shape of its refusals. */
  envelope: string;
  isBillable: boolean;
  /** Nothing of its body is read before a session is shown. */
  asksForSession: boolean;
}

const file = join(import.meta.dirname, '../../../services/ingress/src/routes/routes.ts');

/**
 * The rows of the ingress, read from its table as data: services keep their types to themselves, and a new
 * row is to be met by every test that walks the rows.
 */
export async function readRouteTable(): Promise<Row[]> {
  const { routes }: { routes?: unknown } = await import(file);
  if (!Array.isArray(routes) || routes.length === 0) throw new Error(`${file} exports no rows`);
  return routes.map(toRow);
}

function toRow(route: Record<string, unknown>): Row {
  const { method, path: written, proof, envelope, target, billable } = route;
  if (typeof method !== 'string' || typeof written !== 'string')
    throw new Error('A row has no method or path');
  // Speeds change nothing of what a row does.
  const path = written.replace('{/mj-:mode}', '');
  return {
    name: `${method} ${path.replace('\\:', ':')}`,
    method,
    path: path.replace('*model', 'gpt-4o-mini').replace(':id', 'file-1').replace('\\:', ':'),
    target: String(Object(target).to),
    dialect: Object.values(Dialect).find((dialect) => dialect === Object(target).dialect),
    operation: operationOf(Object(target)),
    envelope: String(envelope),
    isBillable: billable === true,
    asksForSession: ['session', 'admin', 'root', 'playground'].includes(String(proof)),
  };
}

/** Of text-gateway alone: the media service counts its operations for itself. */
function operationOf({ to, operation }: { to?: unknown; operation?: unknown }): Operation | undefined {
  return to === 'text' ? Object.values(Operation).find((known) => known === operation) : undefined;
}
