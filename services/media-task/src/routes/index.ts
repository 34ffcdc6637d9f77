import {
  type HandleRequest,
  type HandleResponse,
  Operation,
} from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../context.ts';
import { showImages } from '../views/images-object.ts';
import { showUnified, showUnifiedCreated } from '../views/unified.ts';
import { showVideo, showVideoCreated } from '../views/video-object.ts';
import { answer } from './answer.ts';
import { createTask } from './create-task.ts';
import { createKling } from './kling/create.ts';
import { listKling } from './kling/list.ts';
import { showKling } from './kling/show.ts';
import { mjHandlers } from './mj/index.ts';
import { presignUpload } from './presign-upload.ts';
import { showImageTask } from './show-images.ts';
import { showTask } from './show-task.ts';
import { deleteVideo } from './videos/delete-video.ts';
import { listVideos } from './videos/list-videos.ts';
import { remixVideo } from './videos/remix-video.ts';

type Handler = (context: ApiContext, request: HandleRequest) => Promise<HandleResponse>;

/** What each operation does: one handler, or one with the view that shows what it brings. */
const handlers: Record<Exclude<Operation, typeof Operation.UNSPECIFIED>, Handler> = {
  [Operation.CREATE_UNIFIED]: async (context, request) =>
    answer(200, showUnifiedCreated(await createTask(context, request, 'video'))),
  [Operation.GET_UNIFIED]: async (context, request) => showTask(context, request, showUnified),
  [Operation.CREATE_VIDEO]: async (context, request) =>
    answer(200, showVideoCreated(await createTask(context, request, 'video'), request.baseUrl)),
  [Operation.GET_VIDEO]: async (context, request) => showTask(context, request, showVideo),
  [Operation.REMIX_VIDEO]: async (context, request) =>
    answer(200, showVideoCreated(await remixVideo(context, request), request.baseUrl)),
  [Operation.LIST_VIDEOS]: listVideos,
  [Operation.DELETE_VIDEO]: deleteVideo,
  ...mjHandlers,
  [Operation.CREATE_IMAGES]: async (context, request) =>
    answer(200, showImages(await createTask(context, request, 'image-async'), request.baseUrl)),
  [Operation.GET_IMAGES]: showImageTask,
  [Operation.PRESIGN_UPLOAD]: presignUpload,
  [Operation.KLING_CREATE]: createKling,
  [Operation.KLING_GET]: showKling,
  [Operation.KLING_LIST]: listKling,
};

/** Answers one client request. Throws a FaultError where it is refused. */
export function handle(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const handler = Object.hasOwn(handlers, request.operation)
    ? handlers[request.operation as keyof typeof handlers]
    : undefined;
  if (!handler) throw new Error(`there is no operation ${request.operation}`);
  return handler(context, request);
}
