import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { list, open, type Schema, text, whole } from '../schema.ts';
import { json, type RouteWords } from './route-words.ts';

const shared: Record<string, Schema> = {
  botType: text(undefined, { enum: ['MID_JOURNEY', 'NIJI_JOURNEY'] }),
  state: text('A note of yours, which comes back with the record'),
  notifyHook: text('Where the record is sent when it changes'),
};
const prompt = text('What is to be seen', { example: 'A lighthouse' });
const pictures = list(text(), 'Pictures in base64');
const picture = text('A picture in base64, or its address');
const taskId = text('The task that it goes on from');
const index = whole('Which of its pictures', { example: 1 });

const submitted = json(
  'Whether it was taken, and as which task',
  open(
    { code: whole('1, or 21 where it waits for words'), description: text(), result: {}, properties: open() },
    ['code'],
  ),
);

const record = open(
  {
    id: text(),
    action: text(),
    status: text(undefined, {
      enum: ['NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'MODAL', 'SUCCESS', 'FAILURE'],
    }),
    progress: text('Percent, as text'),
    submitTime: whole('Unix milliseconds'),
    imageUrl: {},
    failReason: {},
    buttons: {},
  },
  ['id', 'status'],
);

/** The /mj/ family: submit, then fetch. */
export const mjWords: Record<Picturing, RouteWords> = {
  [Operation.MJ_IMAGINE]: submit('Imagines a picture', { prompt, base64Array: pictures }, ['prompt']),
  [Operation.MJ_BLEND]: submit('Blends two to five pictures', { base64Array: pictures, dimensions: text() }, [
    'base64Array',
  ]),
  [Operation.MJ_DESCRIBE]: submit('Puts a picture into words', { base64: picture, link: text() }, ['base64']),
  [Operation.MJ_SHORTEN]: submit('Shortens a prompt', { prompt }, ['prompt']),
  [Operation.MJ_EDITS]: submit('Edits a picture', { prompt, image: picture, maskBase64: text() }, [
    'prompt',
    'image',
  ]),
  [Operation.MJ_VIDEO]: submit(
    'Makes a film of a picture, or goes on with one',
    { motion: text(undefined, { enum: ['low', 'high'] }), image: picture, prompt, taskId, index },
    ['motion'],
  ),
  [Operation.MJ_SWAP_FACE]: submit('Swaps a face', { sourceBase64: picture, targetBase64: picture }, [
    'sourceBase64',
    'targetBase64',
  ]),
  [Operation.MJ_UPLOAD]: submit('Uploads pictures', { base64Array: pictures }, ['base64Array']),
  [Operation.MJ_ACTION]: submit('Presses a button of a record', { taskId, customId: text('The button') }, [
    'taskId',
    'customId',
  ]),
  [Operation.MJ_CHANGE]: submit(
    'Changes a picture',
    { taskId, action: text(undefined, { enum: ['UPSCALE', 'VARIATION', 'REROLL'] }), index },
    ['taskId', 'action'],
  ),
  [Operation.MJ_SIMPLE_CHANGE]: submit(
    'Changes a picture, in short words',
    { content: text('The id, and U1 to U4, V1 to V4 or R') },
    ['content'],
  ),
  [Operation.MJ_MODAL]: submit('Says what a waiting task is to do', { taskId, prompt, maskBase64: text() }, [
    'taskId',
  ]),
  [Operation.MJ_FETCH]: {
    tag: 'Midjourney style',
    summary: 'Shows a task',
    answer: json('Its record', record),
  },
  [Operation.MJ_LIST]: {
    tag: 'Midjourney style',
    summary: 'Shows several tasks',
    body: { 'application/json': open({ ids: list(text()) }, ['ids']) },
    answer: json('Their records', list(record)),
  },
  [Operation.MJ_SEED]: {
    tag: 'Midjourney style',
    summary: 'Says the seed of a picture',
    answer: json('The seed', open({ code: whole(), description: text(), result: text() })),
  },
};

function submit(summary: string, members: Record<string, Schema>, required: string[]): RouteWords {
  const body = { 'application/json': open({ ...members, ...shared }, required) };
  return { tag: 'Midjourney style', summary, body, answer: submitted };
}

type Picturing =
  | typeof Operation.MJ_IMAGINE
  | typeof Operation.MJ_BLEND
  | typeof Operation.MJ_DESCRIBE
  | typeof Operation.MJ_SHORTEN
  | typeof Operation.MJ_EDITS
  | typeof Operation.MJ_VIDEO
  | typeof Operation.MJ_SWAP_FACE
  | typeof Operation.MJ_UPLOAD
  | typeof Operation.MJ_ACTION
  | typeof Operation.MJ_CHANGE
  | typeof Operation.MJ_SIMPLE_CHANGE
  | typeof Operation.MJ_MODAL
  | typeof Operation.MJ_FETCH
  | typeof Operation.MJ_LIST
  | typeof Operation.MJ_SEED;
