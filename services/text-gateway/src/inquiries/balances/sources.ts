import { isRecord } from '../../json/read.ts';
import type { Balance, BalanceSource } from './balance-source.ts';

/** All of it is from documentation: nothing was tried live. */
export const balanceSources: readonly BalanceSource[] = [
  // api-docs.deepseek.com: "Get User Balance". Accounts of two currencies are told in dollars.
  {
    vendor: 'deepseek',
    hosts: ['api.deepseek.com'],
    paths: ['/user/balance'],
    read([answer]) {
      const infos = at(answer, 'balance_infos');
      const all = Array.isArray(infos) ? infos : [];
      const told = all.find((info) => at(info, 'currency') === 'USD') ?? all[0];
      const currency = at(told, 'currency');
      return typeof currency === 'string' ? toBalance(at(told, 'total_balance'), currency) : undefined;
    },
  },
  // openrouter.ai/docs: "Get remaining credits". It answers management keys alone.
  {
    vendor: 'openrouter',
    hosts: ['openrouter.ai'],
    paths: ['/api/v1/credits'],
    read([answer]) {
      const total = toNumber(at(answer, 'data', 'total_credits'));
      const used = toNumber(at(answer, 'data', 'total_usage'));
      return total === undefined || used === undefined ? undefined : toBalance(total - used, 'USD');
    },
  },
  // platform.kimi.ai and platform.kimi.com: "Check balance", each in the currency of its place.
  {
    vendor: 'moonshot',
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    paths: ['/v1/users/me/balance'],
    read: ([answer], url) => toBalance(at(answer, 'data', 'available_balance'), currencyOf(url)),
  },
  // docs.siliconflow.cn and docs.siliconflow.com: "Get user info".
  {
    hosts: ['api.siliconflow.cn', 'api.siliconflow.com'],
    paths: ['/v1/user/info'],
    read: ([answer], url) => toBalance(at(answer, 'data', 'totalBalance'), currencyOf(url)),
  },
];

/** What other gateways serve, this one among them, after an API that OpenAI has closed to keys. Usage is in cents. */
export const dashboards: BalanceSource = {
  hosts: [],
  paths: ['/v1/dashboard/billing/subscription', '/v1/dashboard/billing/usage'],
  read([subscription, usage]) {
    const limit = toNumber(at(subscription, 'hard_limit_usd'));
    const cents = toNumber(at(usage, 'total_usage'));
    return limit === undefined || cents === undefined ? undefined : toBalance(limit - cents / 100, 'USD');
  },
};

function currencyOf({ hostname }: URL): string {
  return hostname.endsWith('.cn') ? 'CNY' : 'USD';
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isRecord(found) ? found[name] : undefined), value);
}

function toBalance(value: unknown, currency: string): Balance | undefined {
  const amount = toNumber(value);
  // Vendors count in fractions of a cent; what lies below is how numbers are kept.
  return amount === undefined ? undefined : { amount: Math.round(amount * 1e6) / 1e6, currency };
}

/** Vendors write amounts as numbers and as text. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}
