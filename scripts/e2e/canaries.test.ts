/** What nobody may learn is unlike anything else here: it is looked for in all that the system says, of whatever went wrong. */
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, expect, test } from 'vitest';
import { shareWorld } from './testing/share-world.ts';
import { startTraceReceiver } from './testing/trace-receiver.ts';

const canaries = {
  clientKey: 'sk-Vq3mZxT8cLr5NwKd2HpYbG',
  rootPassword: 'Rn7fWtJ4hXzQm9BvCk6LsD',
  wrongPassword: 'Pw5gYdN8rKxTb3JmVz7QhF',
  channelKey: 'Ck9hTbV4mQzXw6LdRn3JpG',
  deadKey: 'Dk4jXmR7vNbTz8QwLc5HgY',
  header: 'Hd6kZvL3nJxWr9TbQm7PcF',
  prompt: 'Pr8wNcX5tHzVk4LmJd9RbQ',
  image: 'Im3xJbQ7wRvTn6ZkHc8LgD',
  file: 'Fn5zKdW9hLxPb4VtRm6QjC',
  callback: 'Cb7rMxH4jTzNw8QkVd5LpG',
  collector: 'Tr9vBnK6xQcWz5RmLh4JdT',
};
/** Where upstreams are, so that each is told from everything else that is at this machine. */
const hosts = { parrot: '127.19.74.136', nowhere: 'upstream-of-ours.invalid' };
const upstreamModel = 'Um4tGzR8nWxLc7KvQb5JhP';

/** Refuses whatever it is asked, and says it all again, its own name and the key that it was shown as well. */
const parrot = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  const said = `${request.headers.host} ${request.rawHeaders.join(' ')} ${body.slice(0, 300)}`;
  if (body.includes('hang-up')) request.socket.resetAndDestroy();
  else if (body.includes('no-http')) request.socket.end(`HTTP/1.1 200 OK\r\n\x01${said}\r\n\r\n`);
  else if (body.includes('no-json')) response.end(`{"choices":${said}`);
  else {
    const status = Number(/say-(\d+)/.exec(body)?.[1] ?? 400);
    const error = { message: said, type: 'invalid_request_error', param: '', code: 'odd' };
    response.writeHead(status, { 'content-type': 'application/json', 'x-said': canaries.channelKey });
    response.end(JSON.stringify({ error }));
  }
});
await listen(parrot, { host: '0.0.0.0', port: 0 });
const collector = await startTraceReceiver();
afterAll(() => {
  collector.stop();
  parrot.closeAllConnections();
  parrot.close();
});

const says = ['say-400', 'say-401', 'say-422', 'say-500', 'hang-up', 'no-http', 'no-json'];
const price = '{ price: { input: 1, output: 1 } }';
const at = (host: string): string => `http://${host}:${boundPort(parrot)}/v1`;
const configuration = `
models:
  gone: ${price}
  film: { family: V1, price: { second: 0.10 } }
  fault-leak: ${price}
${says.map((name) => `  ${name}: ${price}`).join('\n')}
channels:
  - name: parrot
    provider: openai
    base_url: "${at(hosts.parrot)}"
    keys: ["${canaries.channelKey}"]
    overrides: { headers: { x-for-the-proxy: "${canaries.header}" } }
    models: [${says.map((name) => `{ name: ${name}, upstream: "${upstreamModel}-${name}" }`).join(', ')}]
  - name: sandbox
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["${canaries.channelKey}"]
    models: [{ name: film, upstream: sora-2 }, fault-leak]
  - name: gone
    provider: openai
    base_url: "http://${hosts.nowhere}/v1"
    keys: ["${canaries.deadKey}"]
    models: [{ name: gone, upstream: "${upstreamModel}-gone" }]
users:
  - { username: root, password: "${canaries.rootPassword}", role: root }
keys:
  - { name: canaries, key: "${canaries.clientKey}", unlimited: true }
`;

const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
const traced = {
  ...collector.env,
  HEADGATE_STOP_PAUSE_MS: '0',
  OTEL_EXPORTER_OTLP_HEADERS: `x-collector=${canaries.collector}`,
};
const media = {
  ...traced,
  ...quick,
  HEADGATE_CALLBACK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
};
const world = shareWorld(configuration, {
  mediaWorkers: 1,
  env: {
    ingress: { ...traced, HEADGATE_LOG_LEVEL: 'debug' },
    'text-gateway': { ...traced, HEADGATE_LOG_LEVEL: 'debug', HEADGATE_CREDENTIAL_OPEN_MS: '1' },
    account: { ...traced, HEADGATE_LOG_LEVEL: 'debug' },
    ledger: traced,
    'media-api': media,
    'media-worker': { ...media, HEADGATE_CALLBACK_TRIES: '1' },
  },
});

/** All that clients were told. */
const told: string[] = [];

async function ask(path: string, body: object | undefined, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${world().baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.text().catch(() => 'cut');
  told.push(`${JSON.stringify([...answer.headers])}\n${said}`);
  return said;
}

const bearer = { authorization: `Bearer ${canaries.clientKey}` };
const image = `data:image/png;base64,${Buffer.from(`not a picture ${canaries.image}`).toString('base64')}`;
const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.4').toString('base64')}`;
const { prompt, file } = canaries;
const inlined = [
  { type: 'text', text: prompt },
  { type: 'image_url', image_url: { url: image } },
  { type: 'file', file: { filename: `${file}.pdf`, file_data: pdf } },
];
const dialects: readonly ((model: string, stream: boolean) => [string, object])[] = [
  (model, stream) => [
    '/v1/chat/completions',
    { model, stream, user: prompt, messages: [{ role: 'user', content: inlined }] },
  ],
  (model, stream) => ['/v1/responses', { model, stream, instructions: prompt, input: prompt }],
  (model, stream) => [
    '/v1/messages',
    { model, stream, max_tokens: 9, system: prompt, messages: [{ role: 'user', content: prompt }] },
  ],
  (model, stream) => [
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent' : 'generateContent'}`,
    { contents: [{ role: 'user', parts: [{ text: prompt }] }] },
  ],
];

async function signIn(password: string): Promise<string> {
  const body = JSON.stringify({ username: 'root', password });
  const answer = await fetch(`${world().baseUrl}/api/user/login`, { method: 'POST', body });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Twelve letters of it that follow one another, whatever their case; and what stands for them in base64 and hexadecimal. */
function piecesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const runs = Array.from({ length: secret.length - 11 }, (_, begin) => secret.slice(begin, begin + 12));
  const encoded = [0, 1, 2].map((begin) => bytes.subarray(begin + 3, begin + 15).toString('base64'));
  return [...runs, ...encoded, bytes.subarray(3, -3).toString('hex')];
}

/** Which of them stand there: of secrets a piece is enough, of names it is the whole one. */
function findIn(
  where: string,
  text: string,
  secrets: readonly string[],
  names: readonly string[] = [],
): string[] {
  const small = text.toLowerCase();
  const isThere = (piece: string): boolean => small.includes(piece.toLowerCase());
  const found = [...secrets.filter((secret) => piecesOf(secret).some(isThere)), ...names.filter(isThere)];
  return found.map((one) => `${one} in ${where}`);
}

test('the search finds what is there, in any form', () => {
  const secret = canaries.channelKey;
  const forms = [
    secret,
    secret.toLowerCase(),
    secret.slice(5, 18),
    Buffer.from(`.${secret}`).toString('hex'),
  ];
  for (const form of [
    ...forms,
    ...['', '.', '..'].map((before) => Buffer.from(before + secret).toString('base64')),
  ])
    expect(findIn('it', `around ${form} it`, [secret]), form).toEqual([`${secret} in it`]);
  expect(findIn('it', canaries.deadKey, [secret])).toEqual([]);
});

test('no secret, no word of a prompt and no upstream is in logs, metrics, traces or refusals', async () => {
  for (const dialect of dialects) {
    const asked = [...says, 'gone', 'fault-leak'].flatMap((model) => [
      dialect(model, false),
      dialect(model, true),
    ]);
    await Promise.all(asked.map(([path, body]) => ask(path, body, bearer)));
  }
  await ask('/v1/models', undefined, { authorization: `Bearer ${canaries.wrongPassword}` });

  const cookie = await signIn(canaries.rootPassword);
  expect(await signIn(canaries.wrongPassword)).toBe('');
  const session = cookie.split('=')[1] ?? '';
  expect(session.length).toBeGreaterThan(20);
  for (const path of ['/api/channel/test', '/api/channel/update_balance'])
    await fetch(`${world().baseUrl}${path}`, { headers: { cookie } });

  const callback = `http://127.0.0.1:${boundPort(parrot)}/${canaries.callback}?token=${canaries.callback}`;
  for (const ending of ['', ' [[ends=failed]]']) {
    const film = { model: 'film', prompt: prompt + ending, callback_url: callback };
    const { id } = JSON.parse(await ask('/v1/videos', film, bearer));
    await waitFor(
      async () => /"(completed|failed)"/.test(await ask(`/v1/videos/${id}`, undefined, bearer)),
      'the film has ended',
    );
  }
  const jobs = await fetch(`${world().sandboxUrl}/media/log?on=create`);
  const upstreamIds = ((await jobs.json()) as { job: string }[]).map(({ job }) => job);
  expect(upstreamIds).toHaveLength(2);

  // Whoever waits for another as it stops goes before it.
  const names = ['ingress', 'text-gateway', 'media-api', 'media-worker', 'account', 'ledger'];
  const metrics = await Promise.all(
    names.map(async (name) => (await fetch(`${world().service(name).operationsUrl}/metrics`)).text()),
  );
  for (const name of names) await world().service(name).kill('SIGTERM');
  const logs = names.map((name) => world().service(name).log());
  const said = ['"broken":"ENOTFOUND"', '"broken":"ECONNRESET"', 'HTTPParserError', 'is not valid JSON'];
  for (const words of said)
    expect(
      logs.some((log) => log.includes(words)),
      words,
    ).toBe(true);
  for (const masked of ['[key]', '[host]', 'Bearer [key]'])
    expect(
      told.some((text) => text.includes(masked)),
      masked,
    ).toBe(true);
  expect(collector.spans().length).toBeGreaterThan(50);

  const secrets = [...Object.values(canaries), session];
  const upstream = [...Object.values(hosts), ...upstreamIds];
  // What clients say is theirs to hear again, and traces name hosts and models of upstreams.
  const ofClients = [canaries.prompt, canaries.file, canaries.image];
  const hidden = [...secrets.filter((secret) => !ofClients.includes(secret)), upstreamModel];
  expect([
    ...names.flatMap((name, place) => [
      ...findIn(`the log of ${name}`, logs[place] ?? '', [...secrets, upstreamModel], upstream),
      ...findIn(`the metrics of ${name}`, metrics[place] ?? '', [...secrets, upstreamModel], upstream),
    ]),
    ...findIn('a trace', collector.bytes().replaceAll(canaries.collector, ''), secrets, upstreamIds),
    ...findIn('an answer', told.join('\n'), hidden, upstream),
  ]).toEqual([]);
});
