/** The query parameters of a request's path. */
export function queryOf(path: string | undefined): URLSearchParams {
  return new URLSearchParams(path?.split('?')[1] ?? '');
}
