import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';

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
  | 'find tasks'
  | 'content'
  | 'picture'
  | 'presign'
  | 'upload'
  | 'file'
  | 'page'
  | 'key usage'
  | 'billing'
  | 'key records'
  | 'own records'
  | 'all records'
  | 'playground'
  | 'guarded operation'
  | 'open operation'
  | 'open change'
  | 'own operation'
  | 'admin operation'
  | 'root operation'
  | 'channel question'
  | 'unsaved channel'
  | 'statuses'
  | 'documentation'
  | 'alive'
  | 'ready'
  | 'unimplemented';

const recordKinds = { key: 'key records', self: 'own records', all: 'all records' } as const;

const operationKinds = {
  session: 'own operation',
  admin: 'admin operation',
  root: 'root operation',
} as const;

export function kindOf({ target, proof, limits, method }: Route): RowKind {
  if (proof === 'playground') return 'playground';
  switch (target.to) {
    case 'text':
      return kindOfOperation(target.operation);
    case 'ledger':
      return target.view === 'key-usage' ? 'key usage' : 'billing';
    case 'media':
      return kindOfTask(target.operation);
    case 'media-content':
      return 'content';
    case 'picture':
      return 'picture';
    case 'upload':
    case 'file':
    case 'page':
    case 'realtime':
      return target.to;
    case 'operation':
      if (limits === 'login' && proof === 'none' && method === 'POST') return 'guarded operation';
      if (proof === 'none') return method === 'GET' ? 'open operation' : 'open change';
      if (!(proof in operationKinds)) throw new Error('Operations are proven by sessions');
      return operationKinds[proof as keyof typeof operationKinds];
    case 'channels':
      return target.action === 'unsaved-models' ? 'unsaved channel' : 'channel question';
    case 'statuses':
      return 'statuses';
    case 'records':
    case 'bill':
    case 'task-records':
      return recordKinds[target.scope];
    case 'records-removal':
      return recordKinds.all;
    case 'health':
      return target.report;
    case 'documentation':
    case 'unimplemented':
      return target.to;
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
    case Operation.GENERATE_IMAGES:
    case Operation.EDIT_IMAGES:
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
    case MediaOperation.MJ_IMAGINE:
    case MediaOperation.MJ_BLEND:
    case MediaOperation.MJ_DESCRIBE:
    case MediaOperation.MJ_SHORTEN:
    case MediaOperation.MJ_EDITS:
    case MediaOperation.MJ_VIDEO:
    case MediaOperation.MJ_SWAP_FACE:
    case MediaOperation.MJ_UPLOAD:
    case MediaOperation.MJ_ACTION:
    case MediaOperation.CREATE_IMAGES:
    case MediaOperation.MJ_CHANGE:
    case MediaOperation.MJ_SIMPLE_CHANGE:
    case MediaOperation.MJ_MODAL:
    case MediaOperation.KLING_CREATE:
      return 'make task';
    case MediaOperation.REMIX_VIDEO:
      return 'remake task';
    case MediaOperation.MJ_LIST:
      return 'find tasks';
    case MediaOperation.LIST_VIDEOS:
    case MediaOperation.KLING_LIST:
      return 'list tasks';
    case MediaOperation.PRESIGN_UPLOAD:
      return 'presign';
    default:
      return 'show task';
  }
}

export function rowName(route: Route): string {
  return `${route.method} ${plainPath(route).replace('\\:', ':')}`;
}

/** Paths that are served below speeds as well begin with it. */
const anySpeed = '{/mj-:mode}';

/** The row's path without a speed. */
export function plainPath({ path }: Route): string {
  return path.replace(anySpeed, '');
}

/** A path that the row serves. */
export function pathOf(route: Route): string {
  return plainPath(route)
    .replace('*model', 'some/model')
    .replace(':id', 'file-1')
    .replace(':token', 'token-1')
    .replace('*key', 'u/20261121/picture.png')
    .replace('*path', 'logs')
    .replace(':task_id', 'task_1')
    .replace(':request_id', '019aa6d2-8c00-7000-8000-000000000001')
    .replace('\\:', ':');
}

const patterns = routes.map(({ method, path }) => ({ method, pattern: toPattern(path) }));

/** The methods that are served at the row's path, whichever row serves them. */
export function methodsAt(route: Route): string {
  const path = pathOf(route);
  return patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method)
    .join(', ');
}

function toPattern(path: string): RegExp {
  const pattern = path
    .replace(anySpeed, '(?:/mj-[^/]+)?')
    .replace(/\*(model|key|path)/, '.+')
    .replace(/(?<!\\):\w+/, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
