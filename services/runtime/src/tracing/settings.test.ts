import { expect, test } from 'vitest';
import { readTracingSettings } from './settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced with %o', (env) => {
  expect(readTracingSettings(env)).toBeUndefined();
});

test('an endpoint is enough, that of traces alone as well', () => {
  const settings = { protocol: 'http/protobuf', sampler: 'parentbased_always_on', share: 1, problems: [] };
  expect(readTracingSettings(endpoint)).toMatchObject(settings);
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/v1/traces' })).toMatchObject(
    settings,
  );
});

test('what OpenTelemetry names is taken', () => {
  const env = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  };
  expect(readTracingSettings(env)).toMatchObject({
    protocol: 'http/json',
    sampler: 'traceidratio',
    share: 0.25,
    batching: { scheduledDelayMillis: 50, maxQueueSize: 2_048 },
    problems: [],
  });
});

test('what is not known is passed over, and said', () => {
  const env = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'carrier pigeon',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '7',
    OTEL_BSP_MAX_QUEUE_SIZE: '-1',
  };
  const settings = readTracingSettings(env);
  expect(settings).toMatchObject({
    protocol: 'http/protobuf',
    sampler: 'parentbased_always_on',
    share: 1,
    batching: { maxQueueSize: 2_048 },
  });
  expect(settings?.problems).toHaveLength(4);
});
