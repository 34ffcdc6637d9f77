/** A body without the id of its request, which is another each time. */
export function withoutId(body: string): string {
  return body.replace(/"request_id":"[^"]+"/, '"request_id":""');
}
