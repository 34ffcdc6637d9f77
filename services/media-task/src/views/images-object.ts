import { showSize } from '../families/size.ts';
import type { Media, Task, TokenCounts } from '../task/task.ts';
import { imageStatus } from './status-words.ts';

/** A task of images, for its create and for whoever asks later. Its members are those of OpenAI's answer, and of a task. */
export interface ImagesObject {
  id: string;
  task_id: string;
  object: 'image.generation.task';
  model: string;
  status: (typeof imageStatus)[keyof typeof imageStatus];
  progress: number;
  created_at: number;
  completed_at?: number;
  expires_at?: number;
  data?: ImageItem[];
  usage?: object;
  size?: string;
  quality?: string;
  output_format?: string;
  error?: { code: string; message: string };
}

interface ImageItem {
  url?: string;
  b64_json?: string;
  revised_prompt?: string;
}

/** @param bytes of the images in base64, as far as they are shown so. */
export function showImages(
  task: Task,
  baseUrl: string,
  bytes: readonly (string | undefined)[] = [],
): ImagesObject {
  const { wish, result, failure } = task;
  const { quality } = wish.options;
  const size = wish.size ? showSize(wish.size) : (wish.askedSize ?? wish.resolution);
  const [media] = result?.media ?? [];
  return {
    id: task.id,
    task_id: task.id,
    object: 'image.generation.task',
    model: task.model,
    status: imageStatus[task.state],
    progress: task.progress,
    created_at: seconds(task.createdAt),
    ...(result && task.finishedAt !== null && { completed_at: seconds(task.finishedAt) }),
    ...(media?.expiresAt !== undefined && { expires_at: seconds(media.expiresAt) }),
    ...(result && {
      data: result.media.map((one, index) => showItem(task, one, baseUrl, index, bytes[index])),
    }),
    ...(result?.tokens && { usage: showTokens(result.tokens) }),
    ...(size !== undefined && { size }),
    ...(typeof quality === 'string' && { quality }),
    ...(media && { output_format: media.format ?? 'png' }),
    ...(failure && { error: failure }),
  };
}

function showItem(
  { id }: Task,
  { revisedPrompt }: Media,
  baseUrl: string,
  index: number,
  base64: string | undefined,
): ImageItem {
  const url = `${baseUrl}/v1/images/generations/async/${id}/content?index=${index}`;
  return {
    ...(base64 === undefined ? { url } : { b64_json: base64 }),
    ...(revisedPrompt !== undefined && { revised_prompt: revisedPrompt }),
  };
}

function showTokens({ inputText, inputImage, output }: TokenCounts): object {
  return {
    input_tokens: inputText + inputImage,
    input_tokens_details: { text_tokens: inputText, image_tokens: inputImage },
    output_tokens: output,
    total_tokens: inputText + inputImage + output,
  };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
