import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from './security.ts';

/** What the files hold. */
export interface TlsMaterial {
  cert: Buffer;
  key: Buffer;
  ca: Buffer;
}

export interface TlsWatch {
  /** What the files held when the watch began. */
  material: TlsMaterial;
  stop(): void;
}

/** Reads the files now and again, and gives what they hold whenever that has changed. What is half-written or half-exchanged is read later. */
export function watchTlsFiles(files: TlsFiles, onChange: (material: TlsMaterial) => void): TlsWatch {
  const material = readTlsFiles(files);
  let current = material;
  const timer = setInterval(() => {
    try {
      const found = readTlsFiles(files);
      if (isSame(found, current)) return;
      // Throws where a file is not whole, or the key is not the certificate's.
      createSecureContext(found);
      onChange(found);
      current = found;
    } catch {
      // The files are being replaced: what is in use is good until they are whole.
    }
  }, files.rereadMs);
  timer.unref();
  return { material, stop: () => clearInterval(timer) };
}

function readTlsFiles({ certificate, key, authority }: TlsFiles): TlsMaterial {
  return { cert: readFileSync(certificate), key: readFileSync(key), ca: readFileSync(authority) };
}

function isSame(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca.equals(other.ca);
}
