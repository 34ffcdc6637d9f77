import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { type Route, routes } from '../routes.ts';

/** What a row of the route table does, as far as its refusals depend on it. */
export type RowKind =
  | 'generate'
  | 'count tokens'
  | 'list models'
  | 'get model'
  | 'realtime'
  | 'make task'
  | 'remake task'
  | 'show task'
  | 'list tasks'
  | 'content'
  | 'key usage'
  | 'billing'
  | 'key records'
  | 'own records'
  | 'all records'
  | 'login'
  | 'logout'
  | 'self'
  | 'quota change'
  | 'alive'
  | 'ready'
  | 'unimplemented';

const recordKinds = { key: 'key records', self: 'own records', all: 'all records' } as const;

export function kindOf({ target }: Route): RowKind {
  switch (target.to) {
    case 'text':
      return kindOfOperation(target.operation);
    case 'ledger':
      return target.view === 'key-usage' ? 'key usage' : 'billing';
    case 'media':
      return kindOfTask(target.operation);
    case 'media-content':
      return 'content';
    case 'realtime':
      return 'realtime';
    case 'account':
      return target.action === 'user-quota' || target.action === 'key-quota' ? 'quota change' : target.action;
    case 'records':
      return recordKinds[target.scope];
    case 'records-removal':
      return recordKinds.all;
    case 'health':
      return target.report;
    case 'unimplemented':
      return 'unimplemented';
    default:
      return target satisfies never;
  }
}

function kindOfOperation(operation: Operation): RowKind {
  switch (operation) {
    case Operation.GENERATE:
    case Operation.COMPLETE:
    case Operation.COMPACT:
    case Operation.EMBED:
    case Operation.BATCH_EMBED:
    case Operation.RERANK:
    case Operation.MODERATE:
    case Operation.SPEAK:
    case Operation.TRANSCRIBE:
    case Operation.TRANSLATE:
      return 'generate';
    case Operation.COUNT_TOKENS:
      return 'count tokens';
    case Operation.LIST_MODELS:
      return 'list models';
    case Operation.GET_MODEL:
      return 'get model';
    default:
      throw new Error('A row of the route table has an operation that no test knows');
  }
}

function kindOfTask(operation: MediaOperation): RowKind {
  switch (operation) {
    case MediaOperation.CREATE_UNIFIED:
    case MediaOperation.CREATE_VIDEO:
      return 'make task';
    case MediaOperation.REMIX_VIDEO:
      return 'remake task';
    case MediaOperation.LIST_VIDEOS:
      return 'list tasks';
    default:
      return 'show task';
  }
}

export function rowName({ method, path }: Route): string {
  return `${method} ${path.replace('\\:', ':')}`;
}

/** A path that the row serves. */
export function pathOf({ path }: Route): string {
  return path
    .replace('*model', 'some/model')
    .replace(':id', 'file-1')
    .replace(':task_id', 'task_1')
    .replace('\\:', ':');
}

/** The methods that are served at the row's path, whichever row serves them. */
export function methodsAt(route: Route): string {
  const path = pathOf(route);
  return routes
    .filter((other) => toPattern(other.path).test(path))
    .map(({ method }) => method)
    .join(', ');
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace('*model', '.+').replace(/(?<!\\):\w+/, '[^/]+')}$`);
}
