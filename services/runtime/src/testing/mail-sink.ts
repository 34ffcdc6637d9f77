import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './wait-for.ts';

export interface Letter {
  to: string[];
  /** As it came. */
  source: string;
  /** The body, decoded. */
  text: string;
}

/** A mail server of a test's own, which keeps what it is given. */
export interface MailSink {
  url: string;
  letters: Letter[];
  /** How many recipients are refused before one is taken. */
  refusals: number;
  /** The text of the `count`th letter to somebody, once it has come. */
  letterTo(address: string, count: number): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (sink.refusals === 0) return done();
      sink.refusals -= 1;
      done(Object.assign(new Error('busy'), { responseCode: 450 }));
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString('utf8');
        const to = envelope.rcptTo.map(({ address }) => address);
        sink.letters.push({ to, source, text: decodeBody(source) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${port}`,
    letters: [],
    refusals: 0,
    async letterTo(address, count) {
      const find = () => sink.letters.filter(({ to }) => to.includes(address))[count - 1];
      return (await waitFor(find, `letter ${count} to ${address} has come`, { timeoutMs: 60_000 })).text;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
}

/** Letters of one part, in any of the encodings that text is sent in. */
function decodeBody(source: string): string {
  const end = source.indexOf('\r\n\r\n');
  const [head, body] = [source.slice(0, end), source.slice(end + 4)];
  const [, encoding = '7bit'] = /^content-transfer-encoding: *(\S+)/im.exec(head) ?? [];
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding.toLowerCase() !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
