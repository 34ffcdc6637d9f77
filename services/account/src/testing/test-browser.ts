import { OperateRequest, type OperateResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Context } from '../context.ts';
import { operate } from '../operations/operate.ts';

export interface Asked {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Somebody who asks operations and keeps the cookies that they answer with. */
export interface TestBrowser {
  session: string;
  flow: string;
  baseUrl: string;
  /** Where it was sent last; empty: nowhere. */
  location: string;
  /** The answer's `data`. */
  ask(operation: string, asked?: Asked): Promise<unknown>;
}

export function createTestBrowser(context: Context, baseUrl = 'https://gateway.example'): TestBrowser {
  const browser: TestBrowser = {
    session: '',
    flow: '',
    baseUrl,
    location: '',
    async ask(operation, { path = {}, query = {}, body } = {}) {
      const answer = await operate(
        context,
        OperateRequest.fromPartial({
          operation,
          path,
          query,
          body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
          sessionToken: browser.session,
          flowToken: browser.flow,
          baseUrl: browser.baseUrl,
          ip: '10.1.2.3',
          userAgent: 'a browser',
        }),
      );
      return keep(browser, answer);
    },
  };
  return browser;
}

function keep(browser: TestBrowser, { session, flow, location, data }: OperateResponse): unknown {
  browser.session = session?.token ?? browser.session;
  browser.flow = flow?.token ?? browser.flow;
  browser.location = location;
  return data.length === 0 ? undefined : JSON.parse(data.toString());
}
