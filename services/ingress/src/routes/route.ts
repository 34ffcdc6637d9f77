import type { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';

/**
 * How the caller proves who they are. `key-read-only` also accepts keys that have expired; `key-or-session` takes a key
 * where one is sent, and else a session; `admin` is an administrator's session, `root` that of root. A personal token of a
 * user's stands for a session. `playground` is a session that asks models for something, by a key that it has for that.
 */
export type Proof =
  | 'key'
  | 'key-read-only'
  | 'key-or-session'
  | 'session'
  | 'admin'
  | 'root'
  | 'playground'
  | 'none';

/** Where a key may stand. */
export type Carrier =
  | 'authorization'
  | 'subprotocol'
  | 'x-api-key'
  | 'query key'
  | 'x-goog-api-key'
  | 'mj-api-secret';

/**
 * The shape in which faults are answered. `media` is the public one under the platform's own type; the unified routes wrap
 * some faults (`create`) or all of them (`status`); the /mj/ family and `kling` have codes of their own for what was wrong with
 * a request.
 */
export type Envelope =
  | 'public'
  | 'messages'
  | 'native'
  | 'billing'
  | 'session'
  | 'media'
  | 'unified create'
  | 'unified status'
  | 'mj'
  | 'kling';

/** Chosen by the headers of the request: routes of models are shared by several styles. */
export type ByHeaders = 'by headers';

/** `key`: requests a minute and at the same time, of the key. `login`: refused sign-ins of an address. */
export type LimitClass = 'key' | 'login' | 'none';

/** Whose records are shown: the key's, the user's own, or everybody's. The last are for administrators, who alone see what served them. */
export type RecordScope = 'key' | 'self' | 'all';

/** Single records, those that a word finds, what they add up to, or sums by time and model. */
export type RecordPage = 'log' | 'search' | 'stat' | 'statistics';

/** Tasks of the /mj/ family, or all others. */
export type TaskPage = 'task' | 'mj';

/** What is asked of a channel's upstream, or of all of them, for an administrator. */
export type ChannelAction = 'test' | 'test-all' | 'models' | 'unsaved-models' | 'balance' | 'balances';

export type Target =
  | {
      to: 'text';
      dialect: Dialect | ByHeaders;
      operation: Operation;
      /** The path asks for a stream. */
      stream?: true;
    }
  | {
      to: 'media';
      operation: MediaOperation;
      /** The kind of task that the path names, where operations are shared. */
      action?: string;
    }
  /** The bytes of a result, over HTTP. */
  | { to: 'media-content' }
  /** What a task of the /mj/ family or of images has made, for whoever knows its id. */
  | { to: 'picture' }
  /** A file that a client brings where it was told to; and public files, as they are. */
  | { to: 'upload' }
  | { to: 'file' }
  /** The console: its pages and the files that they load. */
  | { to: 'page' }
  /** A WebSocket; the row is served to upgrades alone. */
  | { to: 'realtime' }
  /** One of account's operations, by its name. `page`: where a browser that was led here is told that it is refused. */
  | { to: 'operation'; operation: string; page?: string }
  | { to: 'channels'; action: ChannelAction }
  /** What processes say of themselves. */
  | { to: 'statuses'; view: 'system' | 'channels' }
  | { to: 'ledger'; view: 'key-usage' | 'subscription' | 'usage' }
  | { to: 'records'; page: RecordPage; scope: RecordScope }
  /** How a request's bill came about. */
  | { to: 'bill'; scope: Exclude<RecordScope, 'key'> }
  | { to: 'task-records'; page: TaskPage; scope: Exclude<RecordScope, 'key'> }
  /** Drops records. */
  | { to: 'records-removal' }
  | { to: 'health'; report: 'alive' | 'ready' }
  /** The API's own documentation, for programs or as a page. */
  | { to: 'documentation'; as: 'document' | 'page' }
  | { to: 'unimplemented' };

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Express's notation. A path is served with and without a slash at its end. */
  path: string;
  proof: Proof;
  /** Of several keys, that of the last carrier counts. */
  carriers: readonly Carrier[];
  envelope: Envelope | ByHeaders;
  limits: LimitClass;
  billable: boolean;
  /** It changes something although it is a GET: pages of other sites may not have a browser ask for it. */
  isUnsafe?: true;
  /** Pages of any site may use it: it knows nobody by what a browser sends along. */
  isCrossOrigin?: true;
  target: Target;
}
