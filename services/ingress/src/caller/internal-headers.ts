/** Drops headers that only Headgate's own services may set for one another. */
export function stripInternalHeaders(headers: NodeJS.Dict<string | string[]>): void {
  for (const name in headers) if (name.startsWith('x-headgate-')) delete headers[name];
}
