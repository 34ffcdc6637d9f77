import type { IncomingHttpHeaders } from 'node:http';
import { authorize } from '../chat-completions/authorize.ts';
import { errorBody } from '../chat-completions/vendor-error.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';

/** What is left on every account, in each vendor's words. */
const answers = {
  'GET /vendors/deepseek/user/balance': {
    is_available: true,
    balance_infos: [
      { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
    ],
  },
  'GET /vendors/moonshot/v1/users/me/balance': {
    code: 0,
    data: { available_balance: 49.58894, voucher_balance: 46.58893, cash_balance: 3.00001 },
    scode: '0x0',
    status: true,
  },
  'GET /vendors/openrouter/api/v1/credits': { data: { total_credits: 100.5, total_usage: 25.75 } },
  'GET /v1/dashboard/billing/subscription': {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: 100,
    hard_limit_usd: 100,
    system_hard_limit_usd: 100,
    access_until: 0,
  },
  'GET /v1/dashboard/billing/usage': { object: 'list', total_usage: 1_234.5 },
};

/** Where vendors tell what is left on the account of a key. */
export const balanceRoutes: Record<string, Route> = Object.fromEntries(
  Object.entries(answers).map(([name, answer]) => [name, serve(JSON.stringify(answer))]),
);

function serve(json: string): Route {
  return async (_context, { headers }: { headers: IncomingHttpHeaders }, response) => {
    const error = authorize(headers.authorization);
    if (error) sendJson(response, error.status, errorBody(error));
    else sendJson(response, 200, json);
  };
}
