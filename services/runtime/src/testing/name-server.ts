import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server of a test's own, on UDP. */
export interface TestNameServer {
  /** `address:port`. */
  address: string;
  /** From now on the name stands for these IPv4 addresses; without any, it is not known. */
  set(name: string, addresses: readonly string[]): void;
  /** How many questions it was asked. */
  asked(): number;
  /** From now on it answers nothing, as one that has hung. */
  fallSilent(): void;
  stop(): Promise<void>;
}

const headerBytes = 12;
const typeA = 1;
const classInternet = 1;
const nameNotFound = 3;
/** An answer without an error, from a server that asks others where it must. */
const answerFlags = 0x8180;
/** Points back at the name in the question, which begins right after the header. */
const nameOfQuestion = 0xc000 | headerBytes;

/** Answers questions of one name each (RFC 1035), which is all that resolvers ask. */
export async function startTestNameServer(port = 0): Promise<TestNameServer> {
  const known = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  let asked = 0;
  let isSilent = false;
  socket.on('message', (message, { address, port: from }) => {
    asked += 1;
    if (isSilent) return;
    const { name, type, end } = readQuestion(message);
    const addresses = known.get(name) ?? [];
    const records = type === typeA ? addresses.map(encodeRecord) : [];
    const header = Buffer.alloc(headerBytes);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(addresses.length === 0 ? answerFlags | nameNotFound : answerFlags, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, message.subarray(headerBytes, end), ...records]), from, address);
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, addresses) => void known.set(name, addresses),
    asked: () => asked,
    fallSilent: () => {
      isSilent = true;
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Nobody may keep the answer: the next test says something else. */
function encodeRecord(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(nameOfQuestion, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(classInternet, 4);
  record.writeUInt32BE(0, 6);
  record.writeUInt16BE(4, 10);
  for (const [index, part] of address.split('.').entries()) record.writeUInt8(Number(part), 12 + index);
  return record;
}
