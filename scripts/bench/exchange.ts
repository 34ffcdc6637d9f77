import { connect, type Socket } from 'node:net';

/** What came back for one request; status 0 where the connection broke off. */
export interface Exchanged {
  status: number;
  /** Events of a streamed answer. */
  events: number;
}

/** One connection that is kept: a request after the other, each the same bytes unless it is given others. */
export interface Connection {
  exchange(bytes?: Buffer): Promise<Exchanged>;
  close(): void;
}

const headEnd = '\r\n\r\n';
const lastChunk = '\r\n0\r\n\r\n';

/**
 * A client over a bare socket, which reads of an answer no more than its status, its events and its end. undici costs
 * several times as much, and what generates load has to be cheaper than what is measured, on the core that it shares
 * with the upstream.
 */
export function openConnection(url: URL, request: Buffer): Connection {
  let socket: Socket | undefined;
  let answer = startAnswer();
  let resolve: (exchanged: Exchanged) => void = () => undefined;

  function open(): Socket {
    const opened = connect(Number(url.port), url.hostname).setNoDelay(true);
    opened.on('data', (bytes) => {
      answer.push(bytes);
      if (answer.isWhole()) end(answer.status());
    });
    // That it ended is told by its close as well.
    opened.on('error', () => undefined);
    opened.on('close', () => {
      if (socket !== opened) return;
      socket = undefined;
      end(0);
    });
    return opened;
  }

  function end(status: number): void {
    const { events } = answer;
    answer = startAnswer();
    resolve({ status, events });
  }

  return {
    exchange(bytes = request) {
      socket ??= open();
      socket.write(bytes);
      return new Promise((done) => {
        resolve = done;
      });
    },
    close: () => void socket?.destroy(),
  };
}

/** The bytes of a POST of JSON. */
export function requestBytes(url: URL, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const all = { host: url.host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`POST ${url.pathname}${url.search} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

function startAnswer() {
  let head = '';
  /** Of an answer that says its length: bytes of the body that are to come. */
  let left: number | undefined;
  /** The newest bytes of one in chunks, as long as what ends it. */
  let tail = '';
  let endsInBreak = false;

  function countEvents(bytes: Buffer): number {
    let count = endsInBreak && bytes[0] === 0x0a ? 1 : 0;
    let at = bytes.indexOf('\n\n', count);
    for (; at !== -1; at = bytes.indexOf('\n\n', at + 2)) count += 1;
    endsInBreak = bytes.at(-1) === 0x0a && bytes.at(-2) !== 0x0a;
    return count;
  }

  return {
    events: 0,
    status: () => Number(head.slice(9, 12)),
    push(bytes: Buffer): void {
      let body = bytes;
      if (!head.endsWith(headEnd)) {
        const at = (head + bytes.toString('latin1')).indexOf(headEnd);
        const bodyAt = at === -1 ? bytes.length : at + headEnd.length - head.length;
        head += bytes.toString('latin1', 0, bodyAt);
        body = bytes.subarray(bodyAt);
        const length = /^content-length: *(\d+)/im.exec(head)?.[1];
        left = length === undefined ? undefined : Number(length);
      }
      this.events += countEvents(body);
      if (left === undefined)
        tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - 7))).slice(-7);
      else left -= body.length;
    },
    isWhole: () => head.endsWith(headEnd) && (left === undefined ? tail === lastChunk : left <= 0),
  };
}
