/** How much waits to be sent, and for how long. */
export interface Batching {
  maxQueueSize: number;
  maxExportBatchSize: number;
  scheduledDelayMillis: number;
  exportTimeoutMillis: number;
}

const protocols = ['http/protobuf', 'http/json', 'grpc'] as const;
export type Protocol = (typeof protocols)[number];

const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

export interface TracingSettings {
  protocol: Protocol;
  sampler: SamplerName;
  /** Of the samplers that take a share of all traces. */
  share: number;
  batching: Batching;
  /** What was set and is not taken, in words. */
  problems: string[];
  /** Why nothing can be sent to the endpoint that is set; it may hold a password and is not shown. */
  obstacle: string | undefined;
}

/**
 * Reads OpenTelemetry's own variables; the endpoint and its headers are read by the exporter. Undefined: nothing is traced.
 * A value that is not known is passed over, as OpenTelemetry wants it: seeing less must not keep a process from serving.
 */
export function readTracingSettings(env: NodeJS.ProcessEnv): TracingSettings | undefined {
  const endpointVariable = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim()
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const endpoint = env[endpointVariable]?.trim();
  const isDisabled = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (!endpoint || isDisabled) return undefined;
  const problems: string[] = [];

  function choose<T extends string>(variable: string, words: readonly T[], fallback: T): T {
    const text = env[variable];
    const word = words.find((candidate) => candidate === text);
    if (text && word === undefined) problems.push(`${variable} is none of ${words.join(', ')}`);
    return word ?? fallback;
  }
  function count(variable: string, fallback: number, max: number): number {
    const text = env[variable];
    if (!text) return fallback;
    const number = Number(text);
    if (Number.isInteger(number) && number > 0 && number <= max) return number;
    problems.push(`${variable} is no whole number up to ${max}`);
    return fallback;
  }
  function shareOf(text: string | undefined): number {
    const share = Number(text || 1);
    if (share >= 0 && share <= 1) return share;
    problems.push('OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1');
    return 1;
  }

  const ownProtocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL;
  const protocolVariable = ownProtocol ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = choose(protocolVariable, protocols, 'http/protobuf');
  return {
    protocol,
    sampler: choose('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    share: shareOf(env.OTEL_TRACES_SAMPLER_ARG),
    batching: {
      maxQueueSize: count('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 65_536),
      maxExportBatchSize: count('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 65_536),
      scheduledDelayMillis: count('OTEL_BSP_SCHEDULE_DELAY', 5_000, 60_000),
      exportTimeoutMillis: count('OTEL_BSP_EXPORT_TIMEOUT', 10_000, 60_000),
    },
    problems,
    obstacle: canReach(endpoint, protocol)
      ? undefined
      : `${endpointVariable} must be a URL that begins with http:// or https://`,
  };
}

/** The exporter of gRPC takes an address without a scheme for one with TLS; those of HTTP send nothing there, and say nothing. */
function canReach(endpoint: string, protocol: Protocol): boolean {
  if (/^https?:\/\//i.test(endpoint)) return URL.canParse(endpoint);
  return protocol === 'grpc' && URL.canParse(endpoint.includes('://') ? endpoint : `https://${endpoint}`);
}
