/** Quoted where it must be alone: not every server takes quotes. */
export function writeContentType(boundary: string): string {
  return `multipart/form-data; boundary=${/^[\w.-]+$/.test(boundary) ? boundary : `"${boundary}"`}`;
}
