import type { Heard } from './board.ts';

/** Those that a whole system has, in the order of a request's way. Who is not heard is shown without instances. */
const services = ['ingress', 'account', 'text-gateway', 'ledger', 'media-api', 'media-worker', 'console'];

/** What each process counts of its own. Everything else is read from what they share, and is the same from all. */
const added = new Set(['open_requests', 'open_text_requests', 'journal_bytes', 'resident_memory_bytes']);

/** The processes by their service, and what they count, over all of them. */
export function systemView(heard: readonly Heard[], nowMs: number) {
  const names = new Set([...services, ...heard.map(({ status }) => status.service)]);
  return {
    services: [...names].map((name) => {
      const own = heard.filter(({ status }) => status.service === name);
      return { name, instances: own.map((one) => instanceView(one, nowMs)) };
    }),
    gauges: totals(heard),
  };
}

function instanceView({ status, heardAtMs }: Heard, nowMs: number) {
  return {
    instance: status.instance,
    version: status.version,
    started_at_seconds: Math.floor(Number(status.startedAtMs) / 1_000),
    ready: status.ready,
    heard_seconds_ago: Math.round(nowMs - heardAtMs) / 1_000,
    gauges: status.gauges,
  };
}

function totals(heard: readonly Heard[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const [name, value] of heard.flatMap(({ status }) => Object.entries(status.gauges))) {
    const known = all[name];
    if (known === undefined) all[name] = value;
    else all[name] = added.has(name) ? known + value : Math.max(known, value);
  }
  return all;
}
