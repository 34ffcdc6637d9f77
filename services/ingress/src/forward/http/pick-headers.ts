import type { IncomingHttpHeaders } from 'node:http';
import type { Header } from '@headgate/proto/gen/headgate/text/v1/text';

/** Those of a client's headers that go on to a service over HTTP. */
export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}

/** Those of a client's headers that go on in a call. */
export function listHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Header[] {
  const listed: Header[] = [];
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') listed.push({ name, value });
  }
  return listed;
}
