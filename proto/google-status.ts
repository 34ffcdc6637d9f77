/** Google's word for a status. Source: google.rpc.Code. */
export function googleStatusOf(status: number): string {
  return words[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
}

const words: Record<number, string | undefined> = {
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
