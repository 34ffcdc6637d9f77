import {
  type HandleRequest,
  type HandleResponse,
  Operation,
} from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../../context.ts';
import { readChoice } from '../../families/members/choice.ts';
import {
  blend,
  describe,
  edits,
  film,
  imagine,
  shorten,
  swapFace,
  upload,
} from '../../midjourney/first-steps.ts';
import { readMode } from '../../midjourney/modes.ts';
import { readAction, readChange, readExtension, readSimpleChange } from '../../midjourney/next-steps.ts';
import { fillWindow } from './fill-window.ts';
import { listRecords, showRecord } from './show-records.ts';
import { showSeed } from './show-seed.ts';
import { type ReadStep, submitStep } from './submit.ts';

type Handler = (context: ApiContext, request: HandleRequest) => Promise<HandleResponse>;

const filmOrExtension: ReadStep = (fields, mode) => {
  const isExtension = readChoice(fields, 'action', ['extend']) !== undefined;
  return isExtension ? readExtension(fields, mode) : film(fields, mode);
};

/** The /mj/ family, by operation. */
export const mjHandlers = {
  [Operation.MJ_IMAGINE]: submitStep(imagine),
  [Operation.MJ_BLEND]: submitStep(blend),
  [Operation.MJ_DESCRIBE]: submitStep(describe),
  [Operation.MJ_SHORTEN]: submitStep(shorten),
  [Operation.MJ_EDITS]: submitStep(edits),
  [Operation.MJ_VIDEO]: submitStep(filmOrExtension),
  [Operation.MJ_SWAP_FACE]: submitStep(swapFace),
  [Operation.MJ_UPLOAD]: submitStep(upload),
  [Operation.MJ_ACTION]: submitStep(readAction),
  [Operation.MJ_CHANGE]: submitStep(readChange),
  [Operation.MJ_SIMPLE_CHANGE]: submitStep(readSimpleChange),
  [Operation.MJ_MODAL]: fillWindow,
  [Operation.MJ_FETCH]: inAnyMode(showRecord),
  [Operation.MJ_LIST]: inAnyMode(listRecords),
  [Operation.MJ_SEED]: inAnyMode(showSeed),
} satisfies Partial<Record<Operation, Handler>>;

/** The speed says nothing here, but there are no paths of speeds that nobody knows. */
function inAnyMode(handler: Handler): Handler {
  return async (context, request) => {
    readMode(request.mode);
    return handler(context, request);
  };
}
