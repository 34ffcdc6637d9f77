import { type Close, Ending, Usage, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Service } from '@headgate/runtime/lifecycle';
import { createQuickLines } from '@headgate/runtime/log/quick-lines';
import { type Count, createQuickCounter } from '@headgate/runtime/metrics/quick-counter';
import { createQuickHistogram, createQuickHistograms } from '@headgate/runtime/metrics/quick-histogram';
import { remember } from '@headgate/runtime/remember';
import type { Span } from '@headgate/runtime/tracing/span';

/** What the line of a request says, in this order. */
const members = [
  'requestId',
  'traceId',
  'keyId',
  'model',
  'channelId',
  'attempts',
  'stream',
  'status',
  'ending',
  'usageSource',
  'inputTokens',
  'outputTokens',
  'durationMs',
  'firstByteMs',
  'catalogVersion',
  'priceVersion',
] as const;

/** The members of usage that are tokens. */
const classes = Object.entries(Usage.create()).flatMap(([name, value]) =>
  typeof value === 'bigint' && name !== 'calls' ? [name as keyof Usage] : [],
);

const endings = namesOf(Ending);
const sources = namesOf(UsageSource);

/** Makes the function that writes a request's one log line, counts it, and describes its span. */
export function createObserver({
  log,
  metrics,
}: Pick<Service, 'log' | 'metrics'>): (close: Close, span: Span) => void {
  const registers = [metrics];
  const requests = createQuickCounter({
    name: 'headgate_text_requests_total',
    help: 'Requests that reached the journal, by how they ended',
    labelNames: ['ending', 'usage_source'],
    registers,
  });
  const tokens = createQuickCounter({
    name: 'headgate_text_tokens_total',
    help: 'Tokens that requests were billed for, by class and by who counted them',
    labelNames: ['class', 'usage_source'],
    registers,
  });
  const durations = createQuickHistogram({
    name: 'headgate_text_request_duration_seconds',
    help: 'From admission to the close record',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  const firstBytes = createQuickHistograms({
    name: 'headgate_text_first_byte_seconds',
    help: 'From admission to the first byte of an answer, by whether it is streamed; without those that had none',
    labelNames: ['stream'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });

  const requestsOf = remember((ending: string) =>
    remember((source: string) => requests.of({ ending, usage_source: source })),
  );
  const tokensOf = remember((source: string) =>
    classes.map((name): [keyof Usage, Count] => [name, tokens.of({ class: name, usage_source: source })]),
  );
  const firstBytesOf = remember((stream: boolean) => firstBytes.of({ stream: String(stream) }));

  const writeLine = createQuickLines(log, members, 'request');

  return (close, span) => {
    const ending = endings[close.ending] ?? 'unknown';
    const source = sources[close.usageSource] ?? 'unknown';
    requestsOf(ending)(source).add(1);
    durations.observe(close.durationMs / 1_000);
    if (close.firstByteMs > 0) firstBytesOf(close.stream).observe(close.firstByteMs / 1_000);
    const { usage } = close;
    if (usage) for (const [name, count] of tokensOf(source)) count.add(Number(usage[name]));
    writeLine('info', {
      requestId: close.id,
      traceId: span.traceId,
      keyId: String(close.keyId),
      model: close.model,
      channelId: String(close.channelId),
      attempts: close.attempts,
      stream: close.stream,
      status: close.status,
      ending,
      usageSource: source,
      inputTokens: usage ? Number(inputOf(usage)) : 0,
      outputTokens: usage ? Number(outputOf(usage)) : 0,
      durationMs: close.durationMs,
      firstByteMs: close.firstByteMs,
      catalogVersion: String(close.catalogVersion),
      priceVersion: String(close.priceVersion),
    });
    if (span.traceId !== undefined) describe(span, close, ending);
  };
}

/** Its span says what its log line says. Tokens are on the span of the upstream call. */
function describe(span: Span, close: Close, ending: string): void {
  span.set({
    'headgate.request.id': close.id,
    'headgate.key.id': String(close.keyId),
    'headgate.model': close.model,
    'headgate.channel.id': String(close.channelId),
    'headgate.attempt': close.attempts,
    'headgate.stream': close.stream,
    'headgate.ending': ending,
    'headgate.first_byte_ms': close.firstByteMs,
    'headgate.config.version': String(close.catalogVersion),
  });
}

function namesOf(values: Record<string, number>): Record<number, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [value, name.toLowerCase()]));
}

function inputOf(usage: Usage): bigint {
  const cached = usage.inputCacheRead + usage.inputCacheWrite + usage.inputCacheWrite1h;
  return usage.inputFresh + cached + usage.inputAudio + usage.inputImage;
}

function outputOf({ outputVisible, outputReasoning, outputAudio }: Usage): bigint {
  return outputVisible + outputReasoning + outputAudio;
}
