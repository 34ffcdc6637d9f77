import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { list, number, open, type Schema, second, text, whole } from '../schema.ts';
import { mjWords } from './mj-words.ts';
import { json, optional, type RouteWords } from './route-words.ts';
import { videoWords } from './video-words.ts';

const wrapped = (data: Schema): Schema =>
  open({ code: whole('0'), message: text(), request_id: text(), data }, ['code', 'data']);

const klingTask = open(
  {
    task_id: text(),
    task_status: text(undefined, { enum: ['submitted', 'processing', 'succeed', 'failed'] }),
    task_status_msg: text(),
    created_at: whole('Unix milliseconds'),
    updated_at: whole('Unix milliseconds'),
    task_result: open(),
  },
  ['task_id', 'task_status'],
);

const announcement = open(
  {
    filename: text(undefined, { example: 'picture.png' }),
    content_type: text('What kind of file', { example: 'image/png' }),
    size: whole('Bytes', { example: 1024 }),
    sha256: text('Of the bytes, in hex'),
  },
  ['content_type', 'size'],
);

/** Everything that media-task is asked. A row of an operation that is not here does not compile. */
export const mediaWords: Record<Exclude<Operation, typeof Operation.UNSPECIFIED>, RouteWords> = {
  ...videoWords,
  ...mjWords,
  [Operation.KLING_CREATE]: {
    tag: 'Kling style',
    summary: 'Makes a task',
    description: "What is read is a matter of the path, as in Kling's own documentation.",
    body: {
      'application/json': open({
        model_name: text('One of the models that GET /v1/models lists'),
        prompt: text('What is to be seen', { example: 'Waves at dusk' }),
        negative_prompt: text('What is not'),
        image: text('The first frame: its address, or base64'),
        mode: text(undefined, { enum: ['std', 'pro'] }),
        duration: text('Seconds'),
        aspect_ratio: text(),
        cfg_scale: number(),
        external_task_id: text('An id of yours, by which it can be asked for'),
        callback_url: text('Where its end is told'),
      }),
    },
    answer: json('The task', wrapped(klingTask)),
  },
  [Operation.KLING_GET]: {
    tag: 'Kling style',
    summary: 'Shows a task',
    answer: json('The task', wrapped(klingTask)),
  },
  [Operation.KLING_LIST]: {
    tag: 'Kling style',
    summary: 'Lists tasks',
    query: optional({ pageNum: whole('From 1 on'), pageSize: whole('At most 500') }),
    answer: json('A page of them', wrapped(list(klingTask))),
  },
  [Operation.PRESIGN_UPLOAD]: {
    tag: 'Files',
    summary: 'Says where a file can be brought',
    description: 'The file is then sent to upload_url, and can be referred to by public_url.',
    body: { 'application/json': announcement },
    answer: json(
      'Where to',
      open({
        success: { const: true },
        message: text(),
        data: open(
          {
            upload_url: text(),
            method: text(undefined, { const: 'PUT' }),
            headers: open(),
            public_url: text(),
            expires_at: second('Until when'),
            max_size: whole('Bytes'),
          },
          ['upload_url', 'method', 'headers', 'public_url'],
        ),
      }),
    ),
  },
};
