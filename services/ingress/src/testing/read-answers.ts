/** An answer among those that came on a connection. */
export interface ReadAnswer {
  status: number;
  body: string;
  /** Its body has ended as HTTP says it must. */
  isWhole: boolean;
}

/** Takes apart what came on a connection, without interim answers. Throws where that is no HTTP; the last may be under way. */
export function readAnswers(bytes: string): ReadAnswer[] {
  const answers: ReadAnswer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) return answers;
    const [statusLine = '', ...lines] = bytes.slice(at, end).split('\r\n');
    const [, status] = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(statusLine) ?? [];
    if (status === undefined) throw new Error(`${JSON.stringify(statusLine)} is no status line`);
    at = end + 4;
    if (status.startsWith('1')) continue;
    const headers = new Map(lines.map(readHeader));
    const length = headers.get('content-length');
    if ((length === undefined) === (headers.get('transfer-encoding') !== 'chunked'))
      throw new Error('no framing');
    const body = length === undefined ? readChunks(bytes, at) : readLength(bytes, at, Number(length));
    answers.push({ status: Number(status), body: body.text, isWhole: body.isWhole });
    if (!body.isWhole) return answers;
    at = body.end;
  }
}

function readHeader(line: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ([ -~]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`${JSON.stringify(line)} is no header`);
  return [name.toLowerCase(), value];
}

interface Body {
  text: string;
  end: number;
  isWhole: boolean;
}

function readLength(bytes: string, at: number, length: number): Body {
  const text = bytes.slice(at, at + length);
  return { text, end: at + length, isWhole: text.length === length };
}

function readChunks(bytes: string, start: number): Body {
  let text = '';
  for (let at = start; ; ) {
    const [line, size] = /^([\da-f]+)\r\n/i.exec(bytes.slice(at, at + 10)) ?? [];
    if (line === undefined || size === undefined) return { text, end: at, isWhole: false };
    const from = at + line.length;
    const to = from + Number.parseInt(size, 16);
    text += bytes.slice(from, to);
    at = to + 2;
    if (bytes.length < at) return { text, end: at, isWhole: false };
    if (bytes.slice(to, at) !== '\r\n') throw new Error('A chunk does not end');
    if (to === from) return { text, end: at, isWhole: true };
  }
}
