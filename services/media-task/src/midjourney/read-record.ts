import { cleanText } from '../call/clean-message.ts';
import { asObject, asText, type Json } from '../call/json.ts';
import { drawToken } from '../task/ids.ts';
import type { Button, Media, Result } from '../task/task.ts';
import type { Report } from '../upstreams/upstream.ts';
import { makesWords } from './actions.ts';

/** What a record of the vendor's tells about a task. */
export function readRecord(record: Json, action: string): Report {
  switch (record.status) {
    case 'NOT_START':
    case 'SUBMITTED':
    case 'MODAL':
      return { kind: 'queued', progress: readProgress(record.progress) };
    case 'IN_PROGRESS':
      return { kind: 'running', progress: readProgress(record.progress) };
    case 'SUCCESS':
      return { kind: 'succeeded', result: readResult(record, action) };
    case 'FAILURE':
      return { kind: 'failed', code: 'internal_error', message: asText(record.failReason) ?? '' };
    case 'CANCEL':
      return { kind: 'failed', code: 'cancelled', message: 'The task was cancelled.' };
    default:
      return { kind: 'unknown', literal: String(record.status) };
  }
}

/** The first percentage in what Discord writes beside a picture: `(fast, stealth) 31%`; 0 where it writes none. */
export function readProgress(text: unknown): number {
  const percent = /\d{1,3}(?=%)/.exec(String(text ?? ''))?.[0] ?? '0';
  return Math.min(99, Number(percent));
}

function readResult(record: Json, action: string): Result {
  const text = asText(asObject(record.properties)?.finalPrompt);
  const isWords = makesWords(action) && text !== undefined;
  return {
    media: readMedia(record, action),
    ...(isWords && { text: cleanText(text) }),
    buttons: readButtons(record.buttons),
  };
}

/** The picture first, then the films, without which a film is none. */
function readMedia(record: Json, action: string): Media[] {
  const films = Array.isArray(record.videoUrls) ? record.videoUrls.map((film) => asObject(film)?.url) : [];
  const urls = films.length > 0 ? films : [record.videoUrl];
  const videos = toMedia('video', urls);
  if (action === 'VIDEO' && videos.length === 0) return [];
  return [...toMedia('image', [record.imageUrl]), ...videos];
}

function toMedia(kind: Media['kind'], urls: readonly unknown[]): Media[] {
  return urls.flatMap((value) => {
    const url = asText(value);
    return url === undefined ? [] : [{ kind, url }];
  });
}

function readButtons(buttons: unknown): Button[] {
  const list: unknown[] = Array.isArray(buttons) ? buttons : [];
  return list.flatMap((item, index) => {
    const button = asObject(item);
    const customId = asText(button?.customId);
    if (!button || customId === undefined) return [];
    return {
      token: `btn_${index}_${drawToken()}`,
      customId,
      emoji: asText(button.emoji) ?? '',
      label: asText(button.label) ?? '',
      type: toWhole(button.type),
      style: toWhole(button.style),
    };
  });
}

/** What the vendor's buttons are, where one does not say. */
const usualKind = 2;

function toWhole(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : usualKind;
}
