import { mediaRoute } from '../media/media-route.ts';
import type { Handle } from '../media/media-vendor.ts';
import type { Route } from '../routes.ts';
import { blend, describe, edits, imagine, shorten, swapFace, video } from './first-steps.ts';
import { modal } from './modal.ts';
import { action, change, simpleChange } from './next-steps.ts';
import { submit } from './submit.ts';
import { cancelTask, fetchTask, image, imageSeed, listTasks } from './tasks.ts';
import { uploadImages } from './upload-images.ts';
import { midjourneyProxy } from './vendor.ts';

const handles: Record<string, Handle> = {
  'POST /mj/submit/imagine': submit(imagine),
  'POST /mj/submit/blend': submit(blend),
  'POST /mj/submit/describe': submit(describe),
  'POST /mj/submit/shorten': submit(shorten),
  'POST /mj/submit/edits': submit(edits),
  'POST /mj/submit/video': submit(video),
  'POST /mj/submit/action': submit(action),
  'POST /mj/submit/change': submit(change),
  'POST /mj/submit/simple-change': submit(simpleChange),
  'POST /mj/submit/modal': modal,
  'POST /mj/submit/upload-discord-images': uploadImages,
  'POST /mj/insight-face/swap': submit(swapFace),
  'POST /mj/task/list-by-condition': listTasks,
  'POST /mj/task/*/cancel': cancelTask,
  'GET /mj/task/*/fetch': fetchTask,
  'GET /mj/task/*/image-seed': imageSeed,
  'GET /mj/image/*': image,
  'HEAD /mj/image/*': image,
};

/** Everything below `/mj/`, and the same below `/mj-fast/`, `/mj-relax/` and `/mj-turbo/`. */
export const midjourneyRoutes: Record<string, Route> = Object.fromEntries(
  Object.entries(handles).flatMap(([name, handle]) =>
    ['', '/mj-fast', '/mj-relax', '/mj-turbo'].map((mode) => [
      name.replace(' /mj/', ` ${mode}/mj/`),
      mediaRoute(midjourneyProxy, handle),
    ]),
  ),
);
