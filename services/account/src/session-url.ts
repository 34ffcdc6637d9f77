import { schema } from './config.ts';

/** A stopped process must not keep the versions row locked for longer. */
const idleInTransactionMs = 10_000;

/** `url` for sessions that see this service's tables, whatever an administrator's URL says of it. */
export function withSearchPath(url: string): string {
  const result = new URL(url);
  const options = result.searchParams.get('options') ?? '';
  if (!options.includes('search_path'))
    result.searchParams.set('options', `${options} -c search_path=${schema}`.trim());
  return result.href;
}

/** `url` for the running service's sessions. */
export function sessionUrl(url: string): string {
  const result = new URL(withSearchPath(url));
  result.searchParams.set('idle_in_transaction_session_timeout', String(idleInTransactionMs));
  return result.href;
}
