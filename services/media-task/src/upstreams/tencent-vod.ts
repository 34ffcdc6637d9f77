/**
 * Tencent Cloud's Video on Demand, where it makes videos and images with the models of many: `CreateAigcVideoTask`,
 * `CreateAigcImageTask`, `DescribeTaskDetail`. Source: the API's documents and the vendor's SDK. A credential is
 * `SECRET_ID:SECRET_KEY:SUB_APP_ID`; a channel calls a model `<ModelName>-<ModelVersion>`.
 */
import { namedId } from '../call/refusal.ts';
import { call } from './tencent-vod/call.ts';
import { findCreated } from './tencent-vod/find-created.ts';
import { readTask } from './tencent-vod/read-task.ts';
import { resolveImage } from './tencent-vod/resolve-image.ts';
import { resolveVideo } from './tencent-vod/resolve-video.ts';
import { writeCreate } from './tencent-vod/write-create.ts';
import type { Upstream } from './upstream.ts';

export const tencentVod: Upstream = {
  provider: 'tencent-vod',
  makesImages: true,
  options: ['audio', 'parameters', 'sceneType', 'subjects'],

  resolve(wish, upstreamModel) {
    const { imageCount } = wish;
    return imageCount === undefined
      ? resolveVideo(wish, upstreamModel)
      : resolveImage({ ...wish, imageCount }, upstreamModel);
  },

  async submit(submission, account, send) {
    const { TaskId: id } = await call(writeCreate(submission), account, send);
    return { upstreamId: namedId(id) };
  },

  async poll(task, account, send) {
    const parameters = { TaskId: task.upstreamId };
    return readTask(await call({ action: 'DescribeTaskDetail', parameters }, account, send), task);
  },

  find: findCreated,
};
