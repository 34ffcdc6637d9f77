/** What must not appear in words that reach a client. */
export interface Secrets {
  /** The channel's credentials. */
  keys: readonly string[];
  /** What the channel sends in headers of its own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The upstream's address, with its port and without. */
  hosts: readonly string[];
  /** What the upstream calls the model, and what the client calls it. */
  upstreamModel: string;
  model: string;
}

const maxMessageLength = 2_000;
const patterns: readonly [RegExp, string][] = [
  [/\b(?:https?|wss?):\/\/[^\s"'<>)]+/gi, '[url]'],
  [/\b(?:sk|pk|key|rk|org|proj)[-_][A-Za-z0-9*_-]{6,}/g, '[key]'],
  [/\bBearer\s+\S+/gi, 'Bearer [key]'],
  // Many write what they call a request behind their words, with its name or, as OpenAI and Anthropic, by its looks.
  [
    /(\b(?:request|trace|log)[ _-]?id["'`]?\s{0,2}[:：=]?\s{0,2}["'`]?)(?=[\w-]{0,63}\d)[\w-]{8,}/gi,
    '$1[id]',
  ],
  [/\breq_(?=\w{0,63}\d)\w{8,}/g, '[id]'],
  [/\barn:[\w-]*:[^\s"'<>)]+/g, '[resource]'],
  // Google's access tokens, and where its projects are.
  [/\bya29\.[\w.-]+/g, '[key]'],
  [/\bprojects\/[^\s/"'`]+(?:\/locations\/[^\s/"'`]+)?/g, '[project]'],
  // Begins where such a word does and nowhere within: from each of its letters, 64 KB of it would take 8 s.
  [
    /(?<![\w-]|[\w-]\.)(?:[\w-]+\.)+(?:com|net|org|io|ai|dev|app|cloud|cn|co|internal|local|lan|corp|svc|example)\b(?::\d+)?/gi,
    '[host]',
  ],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '[address]'],
];

/** An upstream's words without its keys, hosts and addresses, and with the model under its public name. */
export function maskSecrets(message: string, secrets: Secrets): string {
  const { keys, headers = {}, hosts, upstreamModel, model } = secrets;
  let masked = message.toWellFormed();
  const sent = Object.values(headers).filter((value) => value.length >= minPartLength);
  // The longest first: what is left of one behind a shorter one would pass.
  const credentials = [...keys.flatMap(partsOf), ...sent].sort((one, other) => other.length - one.length);
  for (const key of credentials) if (key !== '') masked = masked.replaceAll(wherever(key), '[key]');
  for (const host of hosts) if (host !== '') masked = masked.replace(inAnyCase(host), '[host]');
  for (const [pattern, replacement] of patterns) masked = masked.replace(pattern, replacement);
  if (upstreamModel !== model) masked = masked.replace(asWord(upstreamModel), () => model);
  // Last, so that no secret is cut in half and passes.
  return masked.slice(0, maxMessageLength);
}

/** A credential may be joined of several. Short parts are no secrets, and may be ordinary words. */
function partsOf(key: string): string[] {
  return [key, ...key.split(':').filter((part) => part.length >= minPartLength && part !== key)];
}

const minPartLength = 12;

/** A short key, which an upstream that asks for none is often given, may be a part of ordinary words. */
function wherever(key: string): string | RegExp {
  return key.length < minPartLength ? new RegExp(`(?<![\\w-])${RegExp.escape(key)}(?![\\w-])`, 'g') : key;
}

function inAnyCase(host: string): RegExp {
  return new RegExp(RegExp.escape(host), 'gi');
}

/** Matches a name where it stands by itself, or with the date of the snapshot that OpenAI serves under it: so its refusals name it. */
function asWord(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${RegExp.escape(name)}(?:-\\d{4}-\\d{2}-\\d{2})?(?![\\w-])`, 'g');
}
