import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@headgate/runtime/metrics';
import { filesIn } from '../builds/hash-files.ts';
import { repository } from '../start/repository.ts';

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric as its code defines it. */
export interface Metric {
  name: string;
  type: MetricType;
  help: string;
  labels: string[];
  buckets: string[];
  /** The folder below `services` whose processes have it; `runtime` for those of every process. */
  service: string;
}

const definition = /(?:new |createQuick)(Counter|Gauge|Histogram)s?\(\{([\s\S]*?)\n\s*\}\)/g;

/** Every metric of Headgate's own, found where it is defined: none can be left out. */
export function findMetrics(): Metric[] {
  const files = filesIn(join(repository, 'services')).filter(isSource);
  const metrics = files.flatMap((file) => readDefinitions(readFileSync(file, 'utf8'), serviceOf(file)));
  return metrics.sort((one, other) => one.name.localeCompare(other.name));
}

/** The names in code that are said to be metrics, definitions or not. */
export function findNames(): Set<string> {
  const files = filesIn(join(repository, 'services')).filter(isSource);
  const named = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/: '(headgate_[a-z0-9_]+)',/g),
  ]);
  return new Set(named.map(([, name = '']) => name).filter((name) => !name.endsWith('_error')));
}

/** Those of Node and of processes, which every process has. */
export function processMetrics(): { name: string; help: string }[] {
  const metrics = createMetrics('any').getMetricsAsArray();
  return metrics.map(({ name, help }) => ({ name, help })).sort((a, b) => a.name.localeCompare(b.name));
}

export function readDefinitions(code: string, service: string): Metric[] {
  const found = [...code.matchAll(definition)].filter(([text]) => text.includes("name: 'headgate_"));
  return found.map(([, kind = '', members = '']) => ({
    name: one(/name:\s*'([^']+)'/, members),
    type: typeOf(kind),
    help: one(/help:\s*'((?:[^'\\]|\\.)+)'/, members),
    labels: words(/labelNames:\s*\[([^\]]*)\]/, members).map((word) => word.replaceAll("'", '')),
    buckets: words(/buckets:\s*\[([^\]]*)\]/, members),
    service,
  }));
}

function typeOf(kind: string): MetricType {
  if (kind === 'Counter') return 'counter';
  return kind === 'Gauge' ? 'gauge' : 'histogram';
}

function one(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`A metric is defined without ${pattern}: ${text.slice(0, 100)}`);
  return found;
}

function words(pattern: RegExp, text: string): string[] {
  const list = pattern.exec(text)?.[1] ?? '';
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function isSource(file: string): boolean {
  return /\/services\/(?!console\/)[^/]+\/src\/(?:(?!testing\/)[^/]+\/)*(?![^/]*\.test\.ts$)[^/]+\.ts$/.test(
    file,
  );
}

function serviceOf(file: string): string {
  return /\/services\/([^/]+)\//.exec(file)?.[1] ?? '';
}
