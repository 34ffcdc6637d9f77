/** Each bound on the time of an upstream call by itself: all the others are far away. */

import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import type { Surface } from '../../surfaces/surface.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { startTcpServer, type TcpServer } from '../../testing/tcp-server.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import type { UpstreamServer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();
let silent: TcpServer;
beforeEach(async () => {
  // Accepts connections, and never says a word of TLS.
  silent = await startTcpServer(() => undefined);
});
afterEach(() => silent.stop());

const rows: {
  name: string;
  variable: string;
  member: 'connectMs' | 'firstByteMs' | 'idleMs' | 'answerMs';
  client?: Surface | undefined;
  stream?: boolean;
  baseUrl?: () => string;
  serve?: UpstreamServer['serve'];
  code: string;
}[] = [
  {
    name: 'a connection that does not come about',
    variable: 'HEADGATE_CONNECT_TIMEOUT_MS',
    member: 'connectMs',
    baseUrl: () => `https://127.0.0.1:${silent.port}/v1`,
    code: 'model_not_found',
  },
  {
    name: 'a first byte of a stream that does not come',
    variable: 'HEADGATE_FIRST_BYTE_TIMEOUT_MS',
    member: 'firstByteMs',
    stream: true,
    serve: () => undefined,
    code: 'model_not_found',
  },
  {
    name: 'a first byte of a whole answer that does not come',
    variable: 'HEADGATE_WHOLE_FIRST_BYTE_TIMEOUT_MS',
    member: 'firstByteMs',
    serve: () => undefined,
    code: 'model_not_found',
  },
  {
    name: 'a first byte of images that does not come',
    variable: 'HEADGATE_IMAGE_FIRST_BYTE_TIMEOUT_MS',
    member: 'firstByteMs',
    client: findSurface(Dialect.CHAT_COMPLETIONS, Operation.GENERATE_IMAGES),
    serve: () => undefined,
    code: 'model_not_found',
  },
  {
    name: 'a pause within the answer',
    variable: 'HEADGATE_IDLE_TIMEOUT_MS',
    member: 'idleMs',
    serve: (_request, response) => response.write('{"choices":'),
    code: 'bad_response_body',
  },
  {
    name: 'an answer that goes on and on',
    variable: 'HEADGATE_ANSWER_TIMEOUT_MS',
    member: 'answerMs',
    serve(_request, response) {
      const timer = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(timer));
    },
    code: 'bad_response_body',
  },
];

/** Below every default of a timeout, the HTTP client's own included. */
const endsWithin = { timeoutMs: 8_000 };
const shortMs = 400;

describe.each(rows)('$name', ({ variable, member, client, stream = false, baseUrl, serve, code }) => {
  async function failureOf(env: Record<string, string>, timeouts: object): Promise<Fault | undefined> {
    if (serve) upstream.serve = serve;
    const candidate = createCandidate({ id: 1n, baseUrl: baseUrl?.() ?? upstream.baseUrl(1n), timeouts });
    let failure: Fault | undefined;
    const asked = client && { client, body: { model: 'm', prompt: 'a mill' } };
    void attemptInTurn(createTestServing({ pools: upstream.pools, stream, env, ...asked }), [candidate]).then(
      (fault) => {
        failure = fault;
      },
    );
    return waitFor(() => failure, 'the attempt ends', endsWithin);
  }

  test('ends after the time that the gateway allows', async () => {
    expect(await failureOf({ [variable]: String(shortMs) }, {})).toMatchObject({ code });
  });

  test('ends after the time that its channel allows', async () => {
    expect(await failureOf({}, { [member]: shortMs })).toMatchObject({ code });
  });
});
