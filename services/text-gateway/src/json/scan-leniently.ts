import { ScanError, type ScannedObject, scanObject } from './scan.ts';

/** An object that was read, and the bytes that its members are found in. */
interface LenientObject {
  bytes: Buffer;
  scanned: ScannedObject;
  /** The bytes are those that came. */
  isExact: boolean;
}

/**
 * Scans an object, also what a lenient client reads and our scan refuses: a member named twice, a character cut in half. That is
 * written anew. Throws where the data is no JSON object.
 */
export function scanLeniently(data: Buffer): LenientObject {
  try {
    return { bytes: data, scanned: scanObject(data), isExact: true };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const text = rewrite(data);
    // Its words hold nothing of the data.
    if (text === undefined) throw error;
    const bytes = Buffer.from(text);
    return { bytes, scanned: scanObject(bytes), isExact: false };
  }
}

function rewrite(data: Buffer): string | undefined {
  try {
    return JSON.stringify(JSON.parse(data.toString('utf8')));
  } catch {
    return undefined;
  }
}
