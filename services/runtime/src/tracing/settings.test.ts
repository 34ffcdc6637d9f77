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

test.each([
  ['http/protobuf', 'collector:4318'],
  ['http/json', 'collector'],
  ['http/protobuf', 'http://me:word@collector:99999'],
  ['http/protobuf', 'http://:word@'],
  ['grpc', 'http://colle ctor:4317'],
])('over %s nothing can be sent to %s, and its variable is named', (OTEL_EXPORTER_OTLP_PROTOCOL, where) => {
  const obstacle = (variable: string) => `${variable} must be a URL that begins with http:// or https://`;
  for (const variable of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
    expect(readTracingSettings({ OTEL_EXPORTER_OTLP_PROTOCOL, [variable]: where })?.obstacle).toBe(
      obstacle(variable),
    );
});

test.each([
  ['http/protobuf', 'HTTPS://collector/otlp'],
  ['http/json', ' http://127.0.0.1:4318 '],
  ['grpc', 'collector:4317'],
  ['grpc', '[::1]:4317'],
  ['grpc', 'unix:///run/collector'],
])('over %s traces can be sent to %s', (OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_ENDPOINT) => {
  const settings = readTracingSettings({ OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_ENDPOINT });
  expect(settings).toMatchObject({ obstacle: undefined });
});
