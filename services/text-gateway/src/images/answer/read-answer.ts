import type { WholeAnswer } from '../../dialects/passage.ts';
import { elementsIn, memberBytes, membersIn, plainText } from '../../json/parts.ts';
import { isRecord, textIn } from '../../json/read.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import type { ImageJob } from '../image-order.ts';
import { billImages } from '../price/bill-images.ts';
import { coversImages } from '../price/covers-images.ts';
import { readSaidSize } from '../sizes/measures.ts';
import { decodeImageTokens, decodeUsage } from './decode-usage.ts';
import { encodeEvents } from './encode-answer.ts';

/** Reads a whole answer in OpenAI's style, as events where the client asked for a stream. Throws when the bytes are none. */
export function readAnswer(came: Buffer, model: string | undefined, job: ImageJob): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const error = saidError(readScanned(bytes, scanned, 'error'));
  if (error !== undefined) return { body: bytes, usage: undefined, error };
  const items = elementsIn(memberBytes(bytes, scanned, 'data'));
  const images = items.filter(holdsImage);
  if (images.length === 0) throw new Error('The answer has no images');
  const usage = readScanned(bytes, scanned, 'usage');
  const reported = decodeUsage(usage);
  const uncounted = coversImages(reported) ? 0 : images.length;
  const size = readScanned(bytes, scanned, 'size');
  const said = images.map((image) => readSaidSize(sizeOf(image) ?? size));
  const made = { images: images.length, said, reported, imageTokens: decodeImageTokens(usage), uncounted };
  const bill = { ...billImages(job, made), error: undefined };
  if (job.ask.stream) {
    const pictures = images.map((image) => pictureOf(JSON.parse(image.toString('utf8'))));
    return { body: encodeEvents(job, pictures, usage), contentType: 'text/event-stream', ...bill };
  }
  const isRenamed = model !== undefined && scanned.members.has('model');
  const edits = new Map(isRenamed ? [['model', JSON.stringify(model)]] : []);
  return { body: splice(bytes, scanned, edits), ...bill };
}

const emptyText = 2;

function holdsImage(item: Buffer): boolean {
  const read = membersIn(item);
  const texts = [read?.('b64_json'), read?.('url')];
  return texts.some((text) => text !== undefined && text.length > emptyText);
}

function sizeOf(item: Buffer): string | undefined {
  return plainText(membersIn(item)?.('size'))?.toString();
}

function pictureOf(item: unknown) {
  const { b64_json: base64, url } = isRecord(item) ? item : {};
  return { base64: textIn(base64) || undefined, url: textIn(url) || undefined };
}
