import type { Checked, Incoming } from '../exchange/dialect.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import { invalid, type VendorError } from './errors-v2.ts';

export interface FilmRequest {
  model: string;
  prompt: string;
  shape: Shape;
  echo: JsonRecord;
  /** How many of each kind came with it. */
  images: number;
  videos: number;
}

const ratios = ['adaptive', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const rolesOf: Record<string, readonly string[]> = {
  image_url: ['first_frame', 'last_frame', 'reference_image'],
  video_url: ['reference_video'],
  audio_url: ['reference_audio'],
};

/** Reads what `POST /v2/video_generation` asks for. */
export function readFilm({ bytes }: Incoming): Checked<FilmRequest, VendorError> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused('body is not JSON');
  const { model, content, resolution = '768P', duration = 5 } = body;
  if (typeof model !== 'string' || !isServed(model)) return refused(`unsupported model ${String(model)}`);
  if (!Array.isArray(content)) return refused('content is required');
  const read = readContent(content);
  if ('problem' in read) return refused(read.problem);
  const { prompt, roles } = read;
  if (resolution !== '768P' && resolution !== '2K') return refused('resolution must be 768P or 2K');
  if (!Number.isInteger(duration) || Number(duration) < 4 || Number(duration) > 15) {
    return refused('duration must be an integer from 4 to 15');
  }
  const isTextAlone = roles.size === 0;
  const ratio = body.ratio ?? (isTextAlone ? undefined : 'adaptive');
  if (!ratios.some((known) => known === ratio) || (isTextAlone && ratio === 'adaptive')) {
    return refused('ratio must be one of those supported, and not adaptive for text alone');
  }
  const actual = ratio === 'adaptive' ? '16:9' : String(ratio);
  const value: FilmRequest = {
    ...{ model, prompt, echo: { model, resolution, duration, ratio: actual } },
    shape: { ...sizeOf(actual, resolution === '2K' ? '1440p' : '768p'), seconds: Number(duration) },
    images: [...roles].reduce((sum, [role, count]) => sum + (/image|frame/.test(role) ? count : 0), 0),
    videos: roles.get('reference_video') ?? 0,
  };
  return { type: 'ok', value };
}

function refused(reason: string): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error: invalid(reason) };
}

function readContent(
  content: unknown[],
): { prompt: string; roles: Map<string, number> } | { problem: string } {
  const texts: string[] = [];
  const roles = new Map<string, number>();
  for (const item of content) {
    const { type, text, role, ...members } = asRecord(item) ?? {};
    if (type === 'text' && typeof text === 'string') {
      texts.push(text);
      continue;
    }
    const allowed = typeof type === 'string' ? (rolesOf[type] ?? []) : [];
    const found = allowed.find((candidate) => candidate === (role || allowed[0]));
    if (typeof type !== 'string' || found === undefined)
      return { problem: 'content has an unknown type or role' };
    const url = asRecord(members[type])?.url;
    if (typeof url !== 'string' || !isLink(url, type)) return { problem: `${type}.url is not valid` };
    roles.set(found, (roles.get(found) ?? 0) + 1);
  }
  const prompt = texts.join('\n');
  if (prompt.trim() === '')
    return { problem: 'content must include a non-empty text item (prompt is required)' };
  if (prompt.length > 7_000) return { problem: 'text must have at most 7000 characters' };
  const problem = roleProblem((role) => roles.get(role) ?? 0);
  return problem === null ? { prompt, roles } : { problem };
}

/** Films come by address alone. */
function isLink(url: string, type: string): boolean {
  if (/^https?:\/\/./.test(url)) return true;
  return type !== 'video_url' && /^data:(image|audio)\/[a-z0-9.+-]+;base64,./.test(url);
}

function roleProblem(count: (role: string) => number): string | null {
  const [first, last] = [count('first_frame'), count('last_frame')];
  const [images, videos, sounds] = [
    count('reference_image'),
    count('reference_video'),
    count('reference_audio'),
  ];
  if (first > 1 || last > 1) return 'at most one first and one last frame';
  if (first + last > 0 && images + videos + sounds > 0) return 'frames and references exclude each other';
  if (images > 9 || videos > 3 || sounds > 3) return 'at most 9 images, 3 videos and 3 audios';
  return sounds > 0 && images + videos === 0 ? 'audio needs an image or a video' : null;
}
