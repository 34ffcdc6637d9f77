export interface FormPart {
  name: string;
  /** Null for a field. */
  fileName: string | null;
  /** The part's own content type; null when it says none. */
  type: string | null;
  bytes: Buffer;
}

/** The parts of a multipart body as they came. Null when the body is no such thing. */
export function readMultipart(bytes: Buffer, contentType: string): FormPart[] | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const parts: FormPart[] = [];
  for (const section of bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = section.indexOf('\r\n\r\n');
    const head = Buffer.from(section.slice(0, end), 'latin1').toString('utf8');
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1];
    if (end === -1 || name === undefined) return null;
    parts.push({
      name,
      fileName: /filename="([^"]*)"/i.exec(head)?.[1] ?? null,
      type: /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? null,
      bytes: Buffer.from(section.slice(end + 4, -2), 'latin1'),
    });
  }
  return parts;
}
