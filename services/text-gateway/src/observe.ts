import { type Close, Ending, type Usage, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Service } from '@headgate/runtime/lifecycle';
import { Counter, Gauge, Histogram } from '@headgate/runtime/metrics';
import type { CatalogWatch } from './catalog/watch.ts';
import type { Journal } from './journal/journal.ts';
import type { Heartbeat } from './run/heartbeat.ts';

const endings = namesOf(Ending);
const sources = namesOf(UsageSource);

/** Shows which versions this process works with. */
export function observeVersions({ metrics }: Service, catalog: CatalogWatch, heartbeat: Heartbeat): void {
  new Gauge({
    name: 'headgate_text_catalog_version',
    help: 'Version of the catalog in use',
    registers: [metrics],
    collect() {
      this.set(Number(catalog.current()?.version ?? 0n));
    },
  });
  new Gauge({
    name: 'headgate_text_price_version',
    help: 'Version of the price bounds in use',
    registers: [metrics],
    collect() {
      this.set(Number(heartbeat.bounds()?.version ?? 0n));
    },
  });
}

/** Makes the function that writes a request's one log line and counts it. */
export function createObserver({ log, metrics }: Service, journal: Journal): (close: Close) => void {
  const registers = [metrics];
  const requests = new Counter({
    name: 'headgate_text_requests_total',
    help: 'Requests that reached the journal, by how they ended',
    labelNames: ['ending', 'usage_source'],
    registers,
  });
  const tokens = new Counter({
    name: 'headgate_text_tokens_total',
    help: 'Tokens that upstreams reported, by class',
    labelNames: ['class'],
    registers,
  });
  const durations = new Histogram({
    name: 'headgate_text_request_duration_seconds',
    help: 'From admission to the close record',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
    registers,
  });
  new Gauge({
    name: 'headgate_text_open_requests',
    help: 'Requests between their open and close records',
    registers,
    collect() {
      this.set(journal.openRequests());
    },
  });
  new Gauge({
    name: 'headgate_text_journal_bytes',
    help: 'Disk that the journal of this run takes',
    registers,
    collect() {
      this.set(journal.sizeBytes());
    },
  });

  return (close) => {
    const ending = endings[close.ending] ?? 'unknown';
    const source = sources[close.usageSource] ?? 'unknown';
    requests.inc({ ending, usage_source: source });
    durations.observe(close.durationMs / 1_000);
    const { usage } = close;
    for (const [name, value] of Object.entries(usage ?? {})) {
      if (name !== 'calls' && value > 0n) tokens.inc({ class: name }, Number(value));
    }
    log.info(
      {
        requestId: close.id,
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
      },
      'request',
    );
  };
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
