import { X509Certificate } from 'node:crypto';
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
  /** What is in use when the watch begins. */
  material: TlsMaterial;
  stop(): void;
}

/** What was good last. Whoever begins to watch while files are exchanged, as for a replica that has just come, begins with it. */
const lastGood = new WeakMap<TlsFiles, TlsMaterial>();

/**
 * Reads the files now and again, and gives what they hold whenever that has changed. What is half-written or half-exchanged is read
 * later: `onUnusable` is told why, once for as long as it lasts, and so it is when the certificate has expired. Throws where the files
 * cannot be used and never could.
 */
export function watchTlsFiles(
  files: TlsFiles,
  onChange: (material: TlsMaterial) => void,
  onUnusable: (error: unknown) => void = () => undefined,
): TlsWatch {
  const material = beginWith(files);
  let current = material;
  let isUnusable = false;
  const timer = setInterval(() => {
    try {
      const found = readTlsFiles(files);
      checkTlsMaterial(found);
      isUnusable = false;
      if (isSame(found, current)) return;
      onChange(found);
      current = found;
      lastGood.set(files, found);
    } catch (error) {
      // The files are being replaced: what is in use is good until they are whole.
      if (!isUnusable) onUnusable(error);
      isUnusable = true;
    }
  }, files.rereadMs);
  timer.unref();
  return { material, stop: () => clearInterval(timer) };
}

function beginWith(files: TlsFiles): TlsMaterial {
  const before = lastGood.get(files);
  try {
    const found = readTlsFiles(files);
    // Where there is nothing else, one that has expired is begun with: its log says so.
    if (before) checkTlsMaterial(found);
    else createSecureContext(found);
    lastGood.set(files, found);
    return found;
  } catch (error) {
    if (!before) throw error;
    return before;
  }
}

export function readTlsFiles({ certificate, key, authority }: TlsFiles): TlsMaterial {
  return { cert: readFileSync(certificate), key: readFileSync(key), ca: readFileSync(authority) };
}

/** Throws where a file is not whole, the key is not the certificate's, or nobody takes the certificate any more. */
function checkTlsMaterial(material: TlsMaterial): void {
  createSecureContext(material);
  const { validToDate } = new X509Certificate(material.cert);
  if (validToDate.getTime() < Date.now())
    throw new Error(`The certificate expired at ${validToDate.toISOString()}`);
}

function isSame(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca.equals(other.ca);
}
