import { queryOptions } from '@tanstack/react-query';
import { drawId } from './draw-id.ts';
import { askModels } from './public.ts';

export interface ImageRequest extends Record<string, unknown> {
  model: string;
  prompt: string;
  n: number;
  size?: string;
}

export interface GeneratedImage {
  /** Something that an `img` shows: data, or where it lies. */
  source: string;
  isElsewhere: boolean;
}

export interface GeneratedImages {
  images: GeneratedImage[];
  /** Under which it is booked. */
  requestId: string;
}

/** Has pictures made. */
export async function generateImages(body: ImageRequest): Promise<GeneratedImages> {
  const response = await askModels('/pg/images/generations', { body });
  return { images: readImages(await response.json()), requestId: response.headers.get('x-request-id') ?? '' };
}

interface ImageAnswer {
  data?: { b64_json?: string; url?: string }[];
  output_format?: string;
}

function readImages(answer: ImageAnswer): GeneratedImage[] {
  return (answer.data ?? []).flatMap(({ b64_json: data, url }) => {
    if (data)
      return [{ source: `data:image/${answer.output_format ?? 'png'};base64,${data}`, isElsewhere: false }];
    if (!url) return [];
    return [{ source: url, isElsewhere: isElsewhere(url) }];
  });
}

/** The policy of the console shows nothing from other sites, and no link leads to what is no page. */
function isElsewhere(url: string): boolean {
  if (url.startsWith('data:image/')) return false;
  return (
    !URL.canParse(url, window.location.href) ||
    new URL(url, window.location.href).origin !== window.location.origin
  );
}

export interface VideoRequest extends Record<string, unknown> {
  model: string;
  prompt: string;
  seconds?: string;
  size?: string;
}

export interface Video {
  id: string;
  model: string;
  prompt?: string;
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  /** Per cent. */
  progress: number;
  error?: { message: string } | null;
}

/** Asks for videos. One whose answer was lost on its way may be underway: asked for again in the same words, it is made once. */
export function createVideoMaker(): (body: VideoRequest) => Promise<Video> {
  let unanswered: { text: string; id: string } | undefined;
  return async (body) => {
    const text = JSON.stringify(body);
    if (unanswered?.text !== text) unanswered = { text, id: drawId() };
    const response = await askModels('/pg/videos', { body, idempotencyKey: unanswered.id });
    const video: Video = await response.json();
    unanswered = undefined;
    return video;
  };
}

function isOver({ status }: Pick<Video, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

const lookAgainMs = 2_000;

/** How far a video is; looked at again while it is being made and somebody looks. */
export function videoQuery(id: string) {
  return queryOptions({
    queryKey: ['video', id],
    queryFn: async ({ signal }): Promise<Video> =>
      (await askModels(`/pg/videos/${encodeURIComponent(id)}`, { signal })).json(),
    enabled: id !== '',
    refetchInterval: ({ state: { data, error } }) => (error || (data && isOver(data)) ? false : lookAgainMs),
  });
}

export function videoContent(id: string): string {
  return `/v1/videos/${encodeURIComponent(id)}/content`;
}
