import { Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import type { DialectName, WireName } from '../canon/dialect-name.ts';
import type { Surface } from '../surfaces/surface.ts';
import { codec as chatCompletions } from './chat-completions/codec.ts';
import { passage as chatCompletionsPassage } from './chat-completions/passage.ts';
import type { Codec, UpstreamCodec } from './codec.ts';
import { codec as converse } from './converse/codec.ts';
import { codec as generateContent } from './generate-content/codec.ts';
import { passage as generateContentPassage } from './generate-content/passage.ts';
import { codec as messages } from './messages/codec.ts';
import { passage as messagesPassage } from './messages/passage.ts';
import { codec as responses } from './responses/codec.ts';
import { passage as responsesPassage } from './responses/passage.ts';

/** A wire style that requests are converted from and into. */
export interface Dialect extends Surface {
  name: DialectName;
  codec: Codec;
}

export const dialects: Record<DialectName, Dialect> = {
  'chat-completions': {
    name: 'chat-completions',
    codec: chatCompletions,
    passage: chatCompletionsPassage,
    images: 'shown',
  },
  'generate-content': {
    name: 'generate-content',
    codec: generateContent,
    passage: generateContentPassage,
    images: 'counted',
  },
  messages: { name: 'messages', codec: messages, passage: messagesPassage },
  responses: { name: 'responses', codec: responses, passage: responsesPassage, images: 'drawn' },
};

export const codecs: readonly Codec[] = Object.values(dialects).map(({ codec }) => codec);

const byStyle = new Map<WireName, UpstreamCodec>([
  ...codecs.map((codec): [WireName, UpstreamCodec] => [codec.name, codec]),
  ['converse', converse],
]);

/** How an upstream that speaks a style is written to and read, where requests can be converted into it. */
export function findUpstreamCodec(name: WireName): UpstreamCodec | undefined {
  return byStyle.get(name);
}

const byWire = new Map<WireDialect, Dialect>([
  [WireDialect.CHAT_COMPLETIONS, dialects['chat-completions']],
  [WireDialect.GENERATE_CONTENT, dialects['generate-content']],
  [WireDialect.MESSAGES, dialects.messages],
  [WireDialect.RESPONSES, dialects.responses],
]);

/** The dialect that a request names on its way from the ingress. */
export function findDialect(wire: WireDialect): Dialect | undefined {
  return byWire.get(wire);
}
