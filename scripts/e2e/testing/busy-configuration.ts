import { rootPassword } from './configuration.ts';

/** Whose pages are looked at: an owner with keys and requests of their own, and many others beside. */
export const root = { username: 'root', password: rootPassword };

const people = 50;
const keysPerPerson = 2;
const keysOfRoot = 24;
/** Beside those that serve. */
const spareChannels = 24;

const names = 'ada ben cleo dana eli fay gus hana ivo june kai lea max nia otto pia quin rosa sam tess'.split(
  ' ',
);
const purposes = 'ci notebook website staging production evaluation search agent'.split(' ');

/** A gateway that is in use: every kind of model, 30 channels, 51 users and more than 100 keys. */
export const busyConfiguration = `
site: { name: Headgate, quota_display: USD }
groups: { default: { ratio: 1 }, vip: { ratio: 0.8 }, research: { ratio: 1.2 } }
models:
  gpt-4o-mini: { price: { input: 0.15, cache_read: 0.075, output: 0.60 }, max_output: 16384 }
  gpt-4o: { price: { input: 2.50, cache_read: 1.25, output: 10.00 }, max_output: 16384 }
  gpt-4o@priority: { price: { input: 4.25, cache_read: 2.125, output: 17.00 } }
  o4-mini: { price: { input: 1.10, cache_read: 0.275, output: 4.40, reasoning: 4.40 }, max_output: 100000 }
  claude-sonnet-4-5: { price: { input: 3, cache_read: 0.30, output: 15 }, max_output: 64000 }
  gemini-2.5-flash: { price: { input: 0.30, cache_read: 0.03, output: 2.50 }, max_output: 65536 }
  call-model: { price: { call: 0.01 } }
  gpt-image-1: { price: { image: { '1024x1024:low': 0.011, '1024x1024': 0.042 } } }
  sora-2: { family: V1, price: { second: 0.10 } }
  a-vendor/with-a-name-of-its-own-that-is-longer-than-most-20260128: { price: { input: 1, output: 2 } }
channels:
${channel('openai-compatible', 'main', '[gpt-4o-mini, gpt-4o, o4-mini, call-model]', '/v1')}
${channel('openai', 'media', '[gpt-image-1, sora-2]', '/v1')}
${channel('anthropic', 'claude', '[claude-sonnet-4-5]', '/v1')}
${channel('gemini', 'gemini', '[gemini-2.5-flash]', '/v1beta')}
${channel('openai-compatible', 'single', '[{ name: call-model, upstream: call-model }]', '/v1')}
${channel('openai-compatible', 'long', '[a-vendor/with-a-name-of-its-own-that-is-longer-than-most-20260128]', '/v1')}
${times(spareChannels, (place) => channel('openai-compatible', `spare-${place + 1}`, '[gpt-4o-mini]', '/v1', 'priority: -1'))}
users:
  - { username: ${root.username}, password: "${root.password}", role: root, quota_usd: 2500 }
${times(people, (place) => `  - { username: ${nameOf(place)}, quota_usd: ${20 + 7 * place}, group: ${place % 5 === 0 ? 'vip' : 'default'} }`)}
keys:
${times(keysOfRoot, (place) => key(root.username, `${purposes[place % purposes.length]}-${place + 1}`, place))}
${times(people * keysPerPerson, (place) => key(nameOf(place % people), `${purposes[place % purposes.length]}-${place}`, place))}
`;

function channel(provider: string, name: string, models: string, path: string, more = 'priority: 0'): string {
  return `  - { name: ${name}, provider: ${provider}, base_url: "\${HEADGATE_SANDBOX_URL}${path}", keys: ["upstream-secret-of-${name}"], models: ${models}, groups: [default, vip], ${more} }`;
}

/** A key of root's that is bounded by nothing. */
export const keyOfRoot = textOf(root.username, 3);

function key(user: string, name: string, place: number): string {
  const limits = place % 3 === 0 ? 'unlimited: true' : `quota_usd: ${5 + place}`;
  const text = textOf(user, place);
  return `  - { name: ${name}, user: ${user}, key: "${text}", ${limits}, models: ${place % 4 === 0 ? '[gpt-4o-mini, gpt-4o]' : '[]'} }`;
}

function nameOf(place: number): string {
  return `${names[place % names.length]}${place < names.length ? '' : `-${Math.floor(place / names.length) + 1}`}`;
}

function times(count: number, line: (place: number) => string): string {
  return Array.from({ length: count }, (_, place) => line(place)).join('\n');
}

function textOf(user: string, place: number): string {
  return `sk-${user}${place}`.padEnd(40, 'x');
}
