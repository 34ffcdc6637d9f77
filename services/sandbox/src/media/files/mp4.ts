import type { Shape } from './shape.ts';

const timescale = 1_000;
const track = 1;
/** What browsers of these files see in place of frames, so that a file has parts to ask for. */
const payloadBytes = 4_096;

/** A film without frames, whose head tells its size and length as any film's does. */
export function mp4Bytes({ width, height, seconds }: Shape): Buffer {
  const duration = Math.round(seconds * timescale);
  const header = box(
    'mvhd',
    full(0),
    u32(0, 0, timescale, duration, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, track + 1),
  );
  const trackHeader = box(
    'tkhd',
    full(7),
    u32(0, 0, track, 0, duration, 0, 0),
    u16(0, 0, 0, 0),
    matrix,
    u32(width * 0x10000, height * 0x10000),
  );
  const mediaHeader = box('mdhd', full(0), u32(0, 0, timescale, duration), u16(0x55c4, 0));
  const handler = box('hdlr', full(0), u32(0), Buffer.from('vide'), u32(0, 0, 0), Buffer.from('film\0'));
  const references = box('dinf', box('dref', full(0), u32(1), box('url ', full(1))));
  const samples = box(
    'stbl',
    box('stsd', full(0), u32(1), sampleEntry(width, height)),
    ...['stts', 'stsc', 'stco'].map((name) => box(name, full(0), u32(0))),
    box('stsz', full(0), u32(0, 0)),
  );
  const information = box('minf', box('vmhd', full(1), u16(0, 0, 0, 0)), references, samples);
  const film = box('moov', header, box('trak', trackHeader, box('mdia', mediaHeader, handler, information)));
  const brands = Buffer.from('isomiso2avc1mp41');
  return Buffer.concat([
    box('ftyp', brands.subarray(0, 4), u32(0x200), brands),
    film,
    box('mdat', Buffer.alloc(payloadBytes, `${width}x${height} `)),
  ]);
}

function sampleEntry(width: number, height: number): Buffer {
  const resolution = 0x480000;
  return box(
    'mp4v',
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(resolution, resolution, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
  );
}

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name), body]);
}

/** The version, 0, and the flags of a box that has them. */
function full(flags: number): Buffer {
  return u32(flags);
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
