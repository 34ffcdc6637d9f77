import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Candidate, Catalog } from '../../catalog/catalog.ts';
import { traitsOf } from '../../dialects/chat-completions/model-traits.ts';
import { isServed } from '../../relay/plans/choose-endpoint.ts';
import { findSurface } from '../../surfaces/index.ts';
import type { Surface } from '../../surfaces/surface.ts';
import { findUpstream } from '../../upstreams/index.ts';

/** What a channel is asked to find out whether it serves. */
export interface ProbeOrder {
  candidate: Candidate;
  /** As clients call it. */
  model: string;
  surface: Surface;
  body: Buffer;
}

/** By the name of a model, the first that fits: what it is asked for. No pattern: a chat completion. */
const kinds: readonly (readonly [RegExp, Operation | 'beyond probes'])[] = [
  [/rerank/i, Operation.RERANK],
  [/embed|bge-|m3e/i, Operation.EMBED],
  [/tts|whisper|transcribe|realtime|moderation|dall-e|gpt-image|imagen|seedream|sora/i, 'beyond probes'],
];

const words = 'hi';
/** Enough for a word; models that think spend some before they say it. */
const outputTokens = 16;
const thinkingOutputTokens = 512;
const thinks = /(?:^|\/)(?:o\d|gpt-5)|reason|think|-r1|qwq|gemini-(?:2\.5|[3-9])/;

/** What to ask of a channel, or, in words for administrators, why nothing can be asked. */
export function orderProbe(
  channel: Channel,
  catalog: Catalog,
  { model: asked, stream }: { model: string; stream: boolean },
): ProbeOrder | string {
  if (!findUpstream(channel.provider)) return mediaAlone(channel);
  const named = asked === '' ? channel.models : [findModel(channel, asked)];
  let refusal: string | undefined;
  for (const { name, upstream, priceModel } of named) {
    const candidate = { channel, upstreamModel: upstream, priceModel, rung: 0 };
    const kind = kinds.find(([pattern]) => pattern.test(upstream))?.[1] ?? Operation.GENERATE;
    const isMedia = catalog.model(priceModel)?.media !== undefined;
    const isStream = stream && kind === Operation.GENERATE;
    const surface = kind === 'beyond probes' || isMedia ? undefined : findSurface(chat, kind);
    if (surface && isServed(surface, candidate, isStream))
      return { candidate, model: name, surface, body: bodyOf(candidate, name, kind, isStream) };
    refusal ??= `The model '${name}' is not one for text, and cannot be tested this way.`;
  }
  if (named.length === 0) return 'This channel has no models to be tested with.';
  return asked === '' ? mediaAlone(channel) : (refusal ?? mediaAlone(channel));
}

const chat = Dialect.CHAT_COMPLETIONS;

/** A name that the channel does not list goes out as it is: it may be tried before it is added. */
function findModel({ models }: Channel, asked: string): Channel['models'][number] {
  const found =
    models.find(({ name }) => name === asked) ?? models.find(({ upstream }) => upstream === asked);
  return found ?? { name: asked, upstream: asked, priceModel: asked };
}

function mediaAlone({ provider }: Channel): string {
  return `This channel (${provider}) serves no text, and cannot be tested this way: make a picture or a film with it.`;
}

function bodyOf(
  { channel, upstreamModel }: Candidate,
  model: string,
  kind: Operation | 'beyond probes',
  stream: boolean,
): Buffer {
  if (kind === Operation.EMBED) return toBytes({ model, input: words });
  if (kind === Operation.RERANK) return toBytes({ model, query: words, documents: [words, 'bye'] });
  const call = { model: upstreamModel, stream, channel };
  const service = findUpstream(channel.provider)?.ways?.('chat-completions', call).traits;
  const { bound } = traitsOf({ model: upstreamModel, service });
  const most = thinks.test(upstreamModel) ? thinkingOutputTokens : outputTokens;
  return toBytes({ model, messages: [{ role: 'user', content: words }], [bound]: most, stream });
}

function toBytes(body: object): Buffer {
  return Buffer.from(JSON.stringify(body));
}
