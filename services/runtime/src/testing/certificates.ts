import { randomBytes, webcrypto } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// x509 needs it before anything else of its own.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** Who signs the certificates of a test. */
export interface TestAuthority {
  /** Writes a folder as cert-manager does, with a new certificate for `name`, good for a day from now; gives the files in it. */
  issue(
    directory: string,
    name: string,
    now?: number,
  ): Promise<{ certificate: string; key: string; authority: string }>;
}

const lifeMs = 24 * 60 * 60_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export async function createTestAuthority(): Promise<TestAuthority> {
  const keys = await drawKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    // One of two that are believed at once is told from the other by its name.
    name: `CN=Test authority ${randomBytes(4).toString('hex')}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  return {
    async issue(directory, name, now) {
      const own = await drawKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        ...validity(now),
        subject: `CN=${name}`,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
      });
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
      const files = {
        certificate: join(directory, 'tls.crt'),
        key: join(directory, 'tls.key'),
        authority: join(directory, 'ca.crt'),
      };
      mkdirSync(directory, { recursive: true });
      writeFileSync(files.certificate, certificate.toString('pem'));
      writeFileSync(files.key, x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'));
      writeFileSync(files.authority, root.toString('pem'));
      return files;
    },
  };
}

function drawKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function validity(now = Date.now()) {
  return {
    serialNumber: randomBytes(8).toString('hex'),
    notBefore: new Date(now - lifeMs),
    notAfter: new Date(now + lifeMs),
  };
}
