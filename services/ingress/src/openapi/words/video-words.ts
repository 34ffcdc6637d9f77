import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { flag, list, open, second, text, whole } from '../schema.ts';
import { imageItems, imageMembers } from './image-words.ts';
import { json, optional, type RouteWords } from './route-words.ts';

const members = {
  model: text('One of the models that GET /v1/models lists'),
  prompt: text('What is to be seen', { example: 'Waves at dusk' }),
  image: text('The first frame: its address, or base64'),
  images: list(text(), 'Images to refer to'),
  seconds: text('How long it is to be', { example: '5' }),
  size: text('Such as 1280x720, or a ratio'),
  metadata: open(),
};

const video = open(
  {
    id: text(),
    object: text(undefined, { const: 'video' }),
    model: text(),
    status: text(undefined, { enum: ['queued', 'in_progress', 'completed', 'failed'] }),
    progress: whole('Percent'),
    created_at: second('When it was asked for'),
    completed_at: second('When it was done'),
    video_url: text('Where the film is'),
    error: open({ code: text(), message: text() }),
  },
  ['id', 'status'],
);

const imageTask = open(
  { id: text(), object: text(), model: text(), status: text(), progress: whole(), data: imageItems },
  ['id', 'status'],
);

const body = (more = {}) => ({
  'application/json': open({ ...members, ...more }, ['model']),
  'multipart/form-data': open({ ...members, ...more }, ['model']),
});

const sentTwice = 'With an Idempotency-Key a request that is sent again makes nothing twice.';

/** Films, and images that are made in tasks. */
export const videoWords: Record<Filming, RouteWords> = {
  [Operation.CREATE_UNIFIED]: {
    tag: 'Videos',
    summary: 'Makes a film in a task',
    description: sentTwice,
    body: body({ duration: whole('How long it is to be, in seconds') }),
    answer: json('The task', video),
  },
  [Operation.GET_UNIFIED]: {
    tag: 'Videos',
    summary: 'Says how a task goes',
    answer: json(
      'The task',
      open(
        {
          code: text(undefined, { const: 'success' }),
          message: text(),
          data: open({
            task_id: text(),
            status: text(undefined, { enum: ['queued', 'processing', 'succeeded', 'failed'] }),
            url: text('Where the film is; empty until it is done'),
            format: text(),
            metadata: {},
            error: {},
          }),
        },
        ['code', 'data'],
      ),
    ),
  },
  [Operation.CREATE_VIDEO]: {
    tag: 'Videos',
    summary: 'Makes a film or an image in a task',
    description: `Which further members are read is a matter of the model. ${sentTwice}`,
    body: body(),
    answer: json('The task as an object', video),
  },
  [Operation.GET_VIDEO]: { tag: 'Videos', summary: 'Shows a film', answer: json('The film', video) },
  [Operation.LIST_VIDEOS]: {
    tag: 'Videos',
    summary: 'Lists films',
    query: optional({
      limit: whole('At most 100'),
      after: text('The id after which the page begins'),
      order: text(undefined, { enum: ['asc', 'desc'] }),
    }),
    answer: json('A page of them', open({ object: text(), data: list(video), has_more: flag() }, ['data'])),
  },
  [Operation.DELETE_VIDEO]: {
    tag: 'Videos',
    summary: 'Deletes a film that has ended',
    answer: json('It is gone', open({ id: text(), deleted: flag() }, ['deleted'])),
  },
  [Operation.REMIX_VIDEO]: {
    tag: 'Videos',
    summary: 'Makes another film of a film',
    body: { 'application/json': open({ prompt: text('What changes'), model: text() }, ['prompt']) },
    answer: json('The new task', video),
  },
  [Operation.CREATE_IMAGES]: {
    tag: 'Images',
    summary: 'Makes images in a task',
    description: sentTwice,
    body: {
      'application/json': open({ ...imageMembers, image: list(text(), 'Addresses of images to refer to') }, [
        'model',
        'prompt',
      ]),
    },
    answer: json('The task', imageTask),
  },
  [Operation.GET_IMAGES]: {
    tag: 'Images',
    summary: 'Shows a task of images',
    answer: json('The task, with its images once it is done', imageTask),
  },
};

type Filming =
  | typeof Operation.CREATE_UNIFIED
  | typeof Operation.GET_UNIFIED
  | typeof Operation.CREATE_VIDEO
  | typeof Operation.GET_VIDEO
  | typeof Operation.LIST_VIDEOS
  | typeof Operation.DELETE_VIDEO
  | typeof Operation.REMIX_VIDEO
  | typeof Operation.CREATE_IMAGES
  | typeof Operation.GET_IMAGES;
