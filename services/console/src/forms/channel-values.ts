import { type Channel, type ChannelChanges, timeoutNames } from '../api/channels.ts';
import { changedMembers } from './changed-members.ts';
import { readJsonText, toJsonText } from './json-text.ts';
import { fromPairs, type Pair, toPairs } from './pairs.ts';

/** A channel as its form has it. */
export interface ChannelValues extends Record<string, unknown> {
  name: string;
  provider: string;
  base_url: string;
  key: string;
  key_mode: 'replace' | 'append';
  isForEachKey: boolean;
  models: string[];
  /** Of models that the upstream calls something else. */
  upstreams: Pair[];
  groups: string[];
  priority: number | string;
  weight: number | string;
  tag: string;
  vendor: string;
  api_version: string;
  region: string;
  store: boolean;
  send_request_id: boolean;
  /** In the order of `timeoutNames`; empty: the gateway's own. */
  timeouts: (number | string)[];
  parameters: string;
  headers: Pair[];
  statuses: Pair[];
}

/** What a new channel begins as, or how a known one is. */
export function toChannelValues(channel?: Channel): ChannelValues {
  const overrides = channel?.overrides ?? {};
  const models = channel?.models ?? [];
  const renamed = models.filter(({ name, upstream }) => name !== upstream);
  return {
    name: channel?.name ?? '',
    provider: channel?.provider ?? 'openai',
    base_url: channel?.base_url ?? '',
    key: '',
    key_mode: 'replace',
    isForEachKey: false,
    models: models.map(({ name }) => name),
    upstreams: renamed.map(({ name, upstream }) => ({ name, value: upstream })),
    groups: channel?.groups ?? ['default'],
    priority: channel?.priority ?? 0,
    weight: channel?.weight ?? '',
    tag: channel?.tag ?? '',
    vendor: channel?.vendor ?? '',
    api_version: channel?.api_version ?? '',
    region: channel?.region ?? '',
    store: channel?.store ?? true,
    send_request_id: channel?.send_request_id ?? true,
    timeouts: timeoutNames.map((name) => channel?.timeouts[name] ?? ''),
    parameters: toJsonText(overrides.parameters ?? {}),
    headers: toPairs(overrides.headers ?? {}),
    statuses: toPairs(overrides.statuses ?? {}),
  };
}

/** What the form says, in the words of the API. */
export function toChannelChanges(values: ChannelValues): ChannelChanges {
  const upstreams = new Map(Object.entries(fromPairs(values.upstreams)));
  const names = [...new Set([...values.models, ...upstreams.keys()])];
  const timeouts = timeoutNames.flatMap((name, at) => {
    const seconds = values.timeouts[at] ?? '';
    return seconds === '' ? [] : [[name, Number(seconds)] as const];
  });
  const overrides = {
    ...filled('parameters', readJsonText(values.parameters) ?? {}),
    ...filled('headers', fromPairs(values.headers)),
    ...filled('statuses', numbersOf(fromPairs(values.statuses))),
  };
  return {
    name: values.name.trim(),
    provider: values.provider,
    base_url: values.base_url.trim(),
    ...(values.key.trim() !== '' && { key: values.key.trim(), key_mode: values.key_mode }),
    models: names.map((name) => ({ name, upstream: upstreams.get(name) || name })),
    groups: values.groups.length > 0 ? values.groups : null,
    priority: Number(values.priority),
    weight: values.weight === '' ? null : Number(values.weight),
    send_request_id: values.send_request_id,
    timeouts: timeouts.length > 0 ? Object.fromEntries(timeouts) : null,
    overrides: Object.keys(overrides).length > 0 ? overrides : null,
    store: values.store,
    vendor: textOrNull(values.vendor),
    api_version: textOrNull(values.api_version),
    region: textOrNull(values.region),
    tag: values.tag.trim(),
  };
}

/** What somebody changed in the form of a known channel: what others change meanwhile stays. */
export function toChannelEdit(values: ChannelValues, channel: Channel): Partial<ChannelChanges> {
  return changedMembers(toChannelChanges(values), toChannelChanges(toChannelValues(channel)));
}

/** The rows of models that stay: a row alone has its model served, also one that was taken away from the others. */
export function keepUpstreams(
  { models, upstreams }: Pick<ChannelValues, 'models' | 'upstreams'>,
  left: readonly string[],
): Pair[] {
  const gone = new Set(models.filter((name) => !left.includes(name)));
  return upstreams.filter(({ name }) => !gone.has(name.trim()));
}

/** Whether rows are of statuses of errors, as the API takes them. */
export function areStatuses(pairs: readonly Pair[]): boolean {
  const isStatus = (text: string): boolean => /^[45]\d\d$/.test(text);
  return Object.entries(fromPairs(pairs)).every(([from, to]) => isStatus(from) && isStatus(to));
}

/** A channel without this member says nothing of it. */
function filled(name: string, members: object): object {
  return Object.keys(members).length > 0 ? { [name]: members } : {};
}

function numbersOf(record: Record<string, string>): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, Number(value)]));
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
