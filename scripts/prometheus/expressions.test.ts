/** Alerts and dashboards ask for what there is, and every alert says what to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMetrics, processMetrics } from '../metrics/find-metrics.ts';
import { repository } from '../start/repository.ts';
import { labelsIn, readDashboards, readExpressions, readRules, seriesIn } from './read-expressions.ts';

const metrics = findMetrics();
const records = readRules().flatMap(({ rule }) => rule.record ?? []);
const known = new Set([
  ...metrics.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
  ...processMetrics().flatMap(({ name }) => [name, `${name}_sum`, `${name}_count`]),
  ...records,
]);
const labelsOf = new Map(metrics.map(({ name, labels }) => [name, labels]));
/** Of every series: where it came from, and the bounds of histograms. */
const common = ['service', 'instance', 'le'];

const expressions = readExpressions();

test.each(expressions)('$file: $name asks for series that exist, by labels that they have', ({ text }) => {
  const series = seriesIn(text);
  expect(series.length).toBeGreaterThan(0);
  expect(series.filter((name) => !known.has(name))).toEqual([]);
  const own = series.flatMap(
    (name) => labelsOf.get(name.replace(/_(bucket|sum|count)$/, '')) ?? labelsOf.get(name) ?? [],
  );
  expect(labelsIn(text).filter((label) => !own.includes(label) && !common.includes(label))).toEqual([]);
});

/** Programs of others that the same Prometheus looks at have them, too. */
const ofAnyProcess = /^(?:nodejs|process)_/;
const unmarked = expressions.filter(({ text }) => seriesIn(text).some((name) => ofAnyProcess.test(name)));

test.each(unmarked)('$file: $name asks of processes of Headgate alone', ({ text }) => {
  expect(text).toMatch(/ and on \(instance, service\) headgate_/);
});

test('every alert has a summary, a severity, a runbook of its own, and tests', () => {
  const runbooks = readFileSync(join(repository, 'deploy/runbooks.md'), 'utf8');
  const folder = join(repository, 'deploy/prometheus/tests');
  const tests = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, heading = '']) => heading);
  const alerts = readRules().filter(({ rule }) => rule.alert !== undefined);
  expect(alerts.length).toBeGreaterThan(25);
  for (const { rule } of alerts) {
    const { alert = '', labels, annotations } = rule;
    expect(['page', 'ticket']).toContain(labels?.severity);
    expect(annotations).toEqual({
      summary: expect.any(String),
      runbook: `deploy/runbooks.md#${alert.toLowerCase()}`,
    });
    const fires = tests.includes(`alertname: ${alert}\n        exp_alerts:\n`);
    expect(fires, `add a test to deploy/prometheus/tests/ in which ${alert} fires`).toBe(true);
  }
  expect(headings.sort()).toEqual(alerts.map(({ rule }) => rule.alert).sort());
});

test('dashboards are told apart, and have the five of this folder', () => {
  const ids = readDashboards().map(({ dashboard }) => dashboard.uid);
  expect(ids).toEqual([
    'headgate-media',
    'headgate-money',
    'headgate-overview',
    'headgate-processes',
    'headgate-text',
  ]);
});

test('series and labels are read out of expressions', () => {
  const text = 'sum by (le) (rate(a_b_bucket{route=~"x|y"}[5m])) > 14.4 * 0.005 and max(c:d_e) or vector(0)';
  expect(seriesIn(text)).toEqual(['a_b_bucket', 'c:d_e']);
  expect(labelsIn(text)).toEqual(['route', 'le']);
});
