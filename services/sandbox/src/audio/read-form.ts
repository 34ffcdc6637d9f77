/** The fields of a multipart body; a file's value is its bytes as text. Null when there is no boundary. */
export function readForm(bytes: Buffer, contentType: string): Map<string, string> | null {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const fields = new Map<string, string>();
  for (const part of bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]+)"/.exec(head)?.[1];
    const value = rest.join('\r\n\r\n').slice(0, -2);
    if (name !== undefined) fields.set(name, Buffer.from(value, 'latin1').toString('utf8'));
  }
  return fields;
}
