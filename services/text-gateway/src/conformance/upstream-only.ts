import type { UpstreamStyle } from '../canon/dialect-name.ts';
import type { UpstreamCodec } from '../dialects/codec.ts';
import { codec as converse } from '../dialects/converse/codec.ts';
import { createEventStreamSplitter } from '../event-stream.ts';
import type { CreateFrameSplitter } from '../frames.ts';
import type { CaseName } from './cases.ts';

/** A style that no client asks in, as far as its fixtures are concerned. */
interface UpstreamOnly {
  name: UpstreamStyle;
  codec: UpstreamCodec;
  framing: CreateFrameSplitter;
  /** The model that its fixtures are written for. */
  model: string;
  /** Cases that it refuses. */
  lacks: readonly CaseName[];
}

export const upstreamOnly: readonly UpstreamOnly[] = [
  {
    name: 'converse',
    codec: converse,
    framing: createEventStreamSplitter,
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    lacks: ['image-url'],
  },
];
