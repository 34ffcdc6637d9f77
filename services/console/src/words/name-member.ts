import type { TFunction } from 'i18next';

/** Where forms have words for members of the API: on their labels. */
const labels = {
  allow_ips: 'keys.allowIps',
  api_version: 'channels.advanced.apiVersion',
  base_url: 'channels.baseUrl',
  budgets: 'keys.budgets',
  'budgets.usd': 'keys.budgets',
  concurrency: 'keys.concurrency',
  count: 'codes.count',
  display_name: 'users.displayName',
  email: 'newAccount.email',
  expired_time: 'keys.expires',
  expires_at: 'keys.expires',
  fallbacks: 'models.fallbacks',
  family: 'models.family',
  group: 'channels.group',
  groups: 'channels.groups',
  key: 'account.code',
  keys: 'channels.keys',
  max_output: 'models.maxOutput',
  models: 'channels.models',
  'models.name': 'channels.models',
  'models.upstream': 'channels.upstreams',
  name: 'forms.name',
  password: 'users.password',
  price: 'models.prices',
  'price.minute.output': 'prices.fields.minute_output',
  priority: 'channels.priority',
  provider: 'channels.provider',
  ratio: 'groups.ratio',
  reason: 'users.reason',
  region: 'channels.advanced.region',
  remain_quota: 'keys.remain',
  role: 'users.role',
  rpm: 'keys.rpm',
  send_request_id: 'channels.advanced.sendRequestId',
  soft_limit_percent: 'keys.softLimit',
  store: 'channels.advanced.store',
  tag: 'channels.tag',
  'timeouts.answer': 'channels.advanced.timeoutsOf.answer',
  'timeouts.connect': 'channels.advanced.timeoutsOf.connect',
  'timeouts.first_byte': 'channels.advanced.timeoutsOf.first_byte',
  'timeouts.idle': 'channels.advanced.timeoutsOf.idle',
  tpm: 'keys.tpm',
  unlimited_quota: 'keys.unlimited',
  username: 'users.username',
  value: 'channels.advanced.value',
  vendor: 'channels.advanced.vendor',
  weight: 'channels.weight',
} as const;

/** What forms call a member of the API, with its place from 1 in a list; one that stands in no form, or in JSON, is called as there. */
export function nameMember(member: string, t: TFunction): string {
  // A channel that is made stands beside how to make it.
  const name = member.replace(/^channel\./, '').replace(/\[\d+\]/g, '');
  if (!isLabelled(name)) return member;
  const [, place] = /\[(\d+)\]$/.exec(member) ?? [];
  return place === undefined ? t(labels[name]) : `${t(labels[name])} ${Number(place) + 1}`;
}

function isLabelled(name: string): name is keyof typeof labels {
  return Object.hasOwn(labels, name);
}
