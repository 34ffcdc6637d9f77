/** How a channel may differ from its upstream's usual way: what a file may say, and what gateways are told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { overrides as readOverrides } from './document/overrides.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

const withChannel = (members: object) => {
  const document = smallDocument();
  const channels = document.channels.map((channel) => ({ ...channel, ...members }));
  return { ...document, channels };
};
const toldChannel = async () => (await account.context.catalog.get(0n)).catalog?.channels[0];

const overrides = {
  parameters: { temperature: 0, safety_settings: [{ z: 1, a: null }], top_p: 0.5 },
  headers: { 'OpenAI-Organization': 'org-1', 'x-flag': 'yes please' },
  statuses: { 529: 503, 400: 404 },
};

test('what a channel changes on every call reaches gateways, in the order of the file', async () => {
  const members = { vendor: 'deepseek', api_version: '2024-10-21', region: 'eu-west-1', store: false };
  await account.apply(withChannel({ ...members, overrides }));
  expect(await toldChannel()).toMatchObject({
    vendor: 'deepseek',
    apiVersion: '2024-10-21',
    region: 'eu-west-1',
    forbidStore: true,
    overrides: {
      parameters: '{"temperature":0,"safety_settings":[{"z":1,"a":null}],"top_p":0.5}',
      headers: { 'openai-organization': 'org-1', 'x-flag': 'yes please' },
      statuses: { 529: 503, 400: 404 },
    },
  });
});

test('a change is said without what overrides hold, and the same again is none', async () => {
  await account.apply(smallDocument());
  const document = withChannel({ vendor: 'groq', store: false, overrides });
  expect((await account.apply(document)).changes).toEqual([
    "channel main: vendor by the host -> groq, store the client's -> forbidden, overrides changed",
  ]);
  expect((await account.apply(document)).changes).toEqual([]);
  const { statuses, headers, parameters } = overrides;
  const reordered = withChannel({
    vendor: 'groq',
    store: false,
    overrides: { statuses, headers, parameters },
  });
  expect((await account.apply(reordered)).changes).toEqual([]);
});

test('members that are left out again take their defaults', async () => {
  await account.apply(withChannel({ region: 'eu', store: false, overrides }));
  await account.apply(withChannel({ store: true }));
  expect(await toldChannel()).toMatchObject({ region: '', forbidStore: false, overrides: undefined });
});

describe('refused', () => {
  const bounded = ['model', 'stream', 'messages', 'input', 'contents', 'prompt', 'n', 'max_tokens'];
  const more = [
    'max_completion_tokens',
    'max_output_tokens',
    'generationConfig',
    'inferenceConfig',
    'stream_options',
    ...['size', 'quality', 'partial_images', 'sequential_image_generation_options'],
    ...['Model', 'Max_Tokens', 'N'],
  ];

  test.each([...bounded, ...more])('the parameter %s, which was bounded', async (name) => {
    const { message, param } = await account.refusal(
      withChannel({ overrides: { parameters: { [name]: 1 } } }),
    );
    expect(message).toContain(`channels[0].overrides.parameters.${name}: may not be set: what was bounded`);
    expect(param).toBe(`channels[0].overrides.parameters.${name}`);
  });

  test.each([
    ['authorization', 'credentials belong in the keys'],
    ['X-Api-Key', 'credentials belong in the keys'],
    ['api-key', 'credentials belong in the keys'],
    ['x-goog-api-key', 'credentials belong in the keys'],
    ['Host', "it is the gateway's own"],
    ['content-length', "it is the gateway's own"],
    ['content-type', "it is the gateway's own"],
    ['content-encoding', "it is the gateway's own"],
    ['transfer-encoding', "it is the gateway's own"],
    ['connection', "it is the gateway's own"],
    ['accept-encoding', "it is the gateway's own"],
    ['X-Client-Request-Id', "it is the gateway's own"],
  ])('the header %s', async (name, says) => {
    const { message } = await account.refusal(withChannel({ overrides: { headers: { [name]: 'value' } } }));
    expect(message).toContain(`channels[0].overrides.headers.${name}: may not be set: ${says}`);
  });

  test.each([
    [{ headers: { 'two words': 'x' } }, 'headers["two words"]: is no name of a header'],
    [{ headers: { x: 'line\nbreak' } }, 'headers.x: must be printable ASCII'],
    [{ headers: { x: '' } }, 'headers.x: must be printable ASCII'],
    [{ headers: { x: 1 } }, 'headers.x: must be of type string'],
    [{ headers: { 'X-Flag': 'a', 'x-flag': 'b' } }, 'headers: names a header twice'],
    [{ statuses: { 200: 500 } }, 'statuses.200: must be a status from 400 to 599'],
    [{ statuses: { 5290: 503 } }, 'statuses.5290: must be a status from 400 to 599'],
    [{ statuses: { 529: 200 } }, 'statuses.529: must be a status from 400 to 599'],
    [{ statuses: { 529: 503.5 } }, 'statuses.529: must be of type int'],
    [{ statuses: { 429: 401 } }, 'statuses.429: may not be 401, 402, 403'],
    [{ parameters: { store: false } }, 'parameters.store: is a member of the channel'],
    [{ parameters: { Store: true } }, 'parameters.Store: is a member of the channel'],
    [{ parameters: { 'a.b': 1 } }, 'parameters["a.b"]: must be letters, digits, _ and -'],
    [{ parameters: { long: 'x'.repeat(16_384) } }, 'parameters: must have at most 16384 bytes as JSON'],
    [{ colours: {} }, 'colours: unknown member'],
    [
      { headers: { 'x-org': 'Bearer sk-upstream-secret-one' } },
      "headers.x-org: holds one of the channel's keys",
    ],
    [
      { parameters: { account: { token: 'sk-upstream-secret-one' } } },
      "parameters.account: holds one of the channel's keys",
    ],
  ])('overrides %j', async (wrong, says) => {
    const { message } = await account.refusal(withChannel({ overrides: wrong }));
    expect(message).toContain(`channels[0].overrides.${says}`);
    expect(message).not.toContain('sk-upstream');
  });

  test.each([101, 60_000])('parameters that are nested %i levels deep', (depth) => {
    const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const { error } = readOverrides.safeParse({ parameters: { deep } });
    expect(error?.issues).toMatchObject([{ message: 'must be nested at most 100 levels deep' }]);
  });

  test.each([
    [{ vendor: 'Deep Seek' }, 'vendor: must be one of '],
    [{ region: 'eu/west' }, 'region: must be words of a-z and 0-9'],
    [{ api_version: '2024?x=1' }, 'api_version: must be letters, digits'],
    [{ store: 'no' }, 'store: must be of type boolean'],
  ])('%j', async (wrong, says) => {
    expect((await account.refusal(withChannel(wrong))).message).toContain(`channels[0].${says}`);
  });
});
