import { findMetrics, type Metric, processMetrics } from './find-metrics.ts';
import { labels } from './labels.ts';

const chapters: readonly [service: string, title: string][] = [
  ['ingress', 'ingress'],
  ['text-gateway', 'text-gateway'],
  ['media-task', 'media-api and media-worker'],
  ['account', 'account'],
  ['ledger', 'ledger'],
  ['runtime', 'Every process'],
];

const head = `# Metrics

Written by \`npm run readme\` from the code: do not edit. Every process serves these on its operations port (9100 in
containers) at \`/metrics\`. Each has a label \`service\` with the name of the process; Prometheus adds where it came from.
Counters end in \`_total\`; times are seconds, sizes bytes, money quota units (500,000 are one US dollar). What the alerts
over them mean is in [runbooks.md](../runbooks.md).

No label holds an id of a key, user, request or task, a host, or a name of a model or channel: how single channels fare
is on the console's pages, what single keys and models used is in the logs of the console.
`;

const scaling = `## To scale by

| what | by |
| --- | --- |
| ingress | \`headgate_ingress_open_requests\` a pod, or \`headgate_ingress_open_streams\` |
| text-gateway | \`headgate_text_open_requests\` a pod |
| media-worker | \`max(headgate_media_due_tasks >= 0)\`: the same from every process, so never their sum |
| ledger | not at all: one process leads; alert on \`headgate_ledger_stream_lag_messages\` |
`;

/** The document of all metrics. */
export function describeMetrics(): string {
  const metrics = findMetrics();
  const parts = chapters.map(([service, title]) => describeChapter(title, metrics, service));
  return [head, ...parts, describeProcess(), describeLabels(), scaling].join('\n');
}

function describeChapter(title: string, metrics: readonly Metric[], service: string): string {
  const rows = metrics
    .filter((metric) => metric.service === service)
    .map((metric) => `| \`${metric.name}\` | ${metric.type} | ${listLabels(metric)} | ${metric.help} |`);
  return [
    `## ${title}`,
    '',
    '| metric | type | labels | what it says |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function listLabels({ labels: names }: Metric): string {
  return names.map((name) => `\`${name}\``).join(', ') || '-';
}

function describeProcess(): string {
  const rows = processMetrics().map(({ name, help }) => `| \`${name}\` | ${help} |`);
  const title = '## Node and the process, in every process';
  return [title, '', '| metric | what it says |', '| --- | --- |', ...rows, ''].join('\n');
}

function describeLabels(): string {
  const rows = Object.entries(labels).map(([name, bound]) => `| \`${name}\` | ${bound} |`);
  return ['## Labels', '', '| label | what bounds its values |', '| --- | --- |', ...rows, ''].join('\n');
}
