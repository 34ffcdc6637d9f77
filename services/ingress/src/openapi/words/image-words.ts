import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { bytes, flag, list, open, type Schema, second, text, whole } from '../schema.ts';
import { jsonOrEvents, type RouteWords } from './route-words.ts';

/** What images are asked for with, at once and in tasks. */
export const imageMembers: Record<string, Schema> = {
  model: text('One of the models that GET /v1/models lists'),
  prompt: text('What is to be seen', { example: 'A lighthouse' }),
  n: whole('How many images'),
  size: text('Such as 1024x1024, or a ratio', { example: '1024x1024' }),
  quality: text(),
  response_format: text('Addresses or bytes', { enum: ['url', 'b64_json'] }),
};

export const imageItems = list(open({ url: text(), b64_json: text('The bytes in base64') }));

const answer = jsonOrEvents(
  'The images',
  open({ created: second('When they were made'), data: imageItems }, ['data']),
);

const streamed = { ...imageMembers, stream: flag('Answer in server-sent events') };

export const imageWords: Record<Picturing, RouteWords> = {
  [Operation.GENERATE_IMAGES]: {
    tag: 'Images',
    summary: 'Makes images',
    body: {
      'application/json': open({ ...streamed, image: list(text(), 'Images to refer to, in base64') }, [
        'model',
        'prompt',
      ]),
    },
    answer,
  },
  [Operation.EDIT_IMAGES]: {
    tag: 'Images',
    summary: 'Edits images',
    body: {
      'multipart/form-data': open(
        {
          ...streamed,
          image: { ...bytes, description: 'The image; several as image[]' },
          mask: { ...bytes, description: 'Where it may change' },
          markup: { ...bytes, description: 'What was drawn over it, to say what is to change' },
        },
        ['model', 'prompt', 'image'],
      ),
      'application/json': open({ ...streamed, image: list(text(), 'Images in base64'), mask: text() }, [
        'model',
        'prompt',
        'image',
      ]),
    },
    answer,
  },
};

type Picturing = typeof Operation.GENERATE_IMAGES | typeof Operation.EDIT_IMAGES;
