import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** An authenticator in memory, as a browser shows it to pages: ES256, resident keys. */
export interface SoftwareAuthenticator {
  /** What is said of how often it was used; a copy of it says less than the original. */
  counter: number;
  /** Saw a finger, a face or a PIN. */
  isUserVerified: boolean;
  /** `navigator.credentials.create`. */
  create(options: { challenge: string; rpId: string; origin: string; userHandle: string }): object;
  /** `navigator.credentials.get`. */
  get(options: { challenge: string; rpId: string; origin: string }): object;
}

export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let handle = '';
  const authenticator: SoftwareAuthenticator = {
    counter: 1,
    isUserVerified: true,
    create({ challenge, rpId, origin, userHandle }) {
      handle = userHandle;
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
      const authData = Buffer.concat([head(rpId, flagsOf(authenticator) | hasCredential, 0), attested]);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.of(0xa0),
        cborText('authData'),
        cborBytes(authData),
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url');
      const attestationObject = attestation.toString('base64url');
      return toJson(id, { clientDataJSON, attestationObject, transports: ['internal'] });
    },
    get({ challenge, rpId, origin }) {
      const authData = head(rpId, flagsOf(authenticator), authenticator.counter);
      const client = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return toJson(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        userHandle: handle,
      });
    },
  };
  return authenticator;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

function flagsOf({ isUserVerified }: SoftwareAuthenticator): number {
  return isUserVerified ? userPresent | userVerified : userPresent;
}

function head(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function toJson(id: Buffer, response: object): object {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response };
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a public key of ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const known = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21);
  const [ofX, ofY] = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')));
  return Buffer.concat([known, ofX ?? known, Buffer.of(0x22), ofY ?? known]);
}

/** Texts of fewer than 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 | text.length), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  if (bytes.length < 256) return Buffer.concat([Buffer.of(0x58, bytes.length), bytes]);
  return Buffer.concat([Buffer.of(0x59), uint16(bytes.length), bytes]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
