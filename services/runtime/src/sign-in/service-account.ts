import { isRecord } from '../is-record.ts';

/** A service account of Google, as its key file has it. */
export interface ServiceAccount {
  email: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  privateKeyId: string | undefined;
  tokenUrl: URL;
}

/** Throws with what is wrong, and without a word of the text: it is a secret. */
export function readServiceAccount(text: string): ServiceAccount {
  const json = parse(text);
  if (!isRecord(json)) throw new Error('The service account is not a JSON object');
  const read = (name: string): string => {
    const value = json[name];
    if (typeof value !== 'string' || value === '') throw new Error(`The service account has no ${name}`);
    return value;
  };
  const { private_key_id: id } = json;
  return {
    email: read('client_email'),
    privateKey: read('private_key'),
    privateKeyId: typeof id === 'string' ? id : undefined,
    tokenUrl: readTokenUrl(read('token_uri')),
  };
}

/** The parser's error would repeat the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

function readTokenUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (!url || !isSafe) throw new Error('The token_uri of the service account must be an https URL');
  return url;
}
