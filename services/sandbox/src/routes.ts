import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveArkImages } from './ark/images-route.ts';
import { serveNewTask, serveTask, serveTaskList, serveTaskRemoval } from './ark/route.ts';
import { serveSpeech } from './audio/speak.ts';
import { serveTranscription, serveTranslation } from './audio/transcribe.ts';
import { serveAzureChat, serveAzureResponse } from './azure/route.ts';
import { balanceRoutes } from './balances/routes.ts';
import { serveChatCompletion } from './chat-completions/route.ts';
import { errorBody, invalid } from './chat-completions/vendor-error.ts';
import { serveCompletion } from './completions/route.ts';
import { serveConverse } from './converse/route.ts';
import { dashscopeRoutes } from './dashscope/route.ts';
import { serveEmbeddings } from './embeddings/route.ts';
import { serveFaultList, serveFaultRemoval, serveNewFault } from './faults/routes.ts';
import { gatewayRoutes } from './gateways/route.ts';
import { serveContent } from './generate-content/route.ts';
import { servePredict, serveVertexPredict } from './imagen/route.ts';
import { interactionRoutes } from './interactions/route.ts';
import { klingRoutes } from './kling/route.ts';
import { serveReceived, serveServed } from './log/routes.ts';
import { serveFile } from './media/files/serve-file.ts';
import {
  serveClock,
  serveMediaFaultRemoval,
  serveMediaFaults,
  serveMediaLog,
  serveNewMediaFault,
  serveSteps,
} from './media/routes.ts';
import { serveTokenCount } from './messages/count-tokens.ts';
import { serveMessage } from './messages/route.ts';
import { midjourneyRoutes } from './midjourney-proxy/route.ts';
import {
  serveFileRetrieval,
  serveFilm as serveHailuoFilm,
  serveNewFilm as serveNewHailuoFilm,
} from './minimax/route-v1.ts';
import {
  serveTask as serveHailuoTask,
  serveTaskRemoval as serveHailuoTaskRemoval,
  serveNewTask as serveNewHailuoTask,
} from './minimax/route-v2.ts';
import { serveGoogleModels, serveModels } from './models.ts';
import { serveModeration } from './moderations/route.ts';
import { serveEdits, serveImages } from './openai-images/route.ts';
import {
  serveNewVideo,
  serveRemix,
  serveVideo,
  serveVideoContent,
  serveVideoList,
  serveVideoRemoval,
} from './openai-videos/route.ts';
import { serveRerank } from './rerank/route.ts';
import { serveCompaction, serveResponse } from './responses/route.ts';
import type { SandboxContext } from './sandbox.ts';
import { sendJson } from './send-json.ts';
import { serveTencentVod } from './tencent-vod/route.ts';
import {
  serveVendorChat,
  serveVendorMessage,
  serveVendorMessageBeside,
  serveVendorResponse,
} from './vendors/route.ts';
import {
  serveFilm,
  serveNewFilm,
  serveNewVertexFilm,
  serveOperation,
  serveVertexOperation,
} from './veo/route.ts';
import { serveVertexClaude, serveVertexGemini } from './vertex/route.ts';
import { serveKeyFile, serveRevocation, serveToken, serveTokensGiven } from './vertex/token-routes.ts';
import { serveXaiEdits, serveXaiImages } from './xai/images-route.ts';
import {
  serveEdit as serveXaiEdit,
  serveExtension as serveXaiExtension,
  serveFilm as serveXaiFilm,
  serveGeneration as serveXaiGeneration,
} from './xai/videos-route.ts';

export type Route = (
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** A `*` stands for any one part of a path; of several that fit the first is meant. */
const routes: Record<string, Route> = {
  'POST /v1/chat/completions': serveChatCompletion,
  'POST /model/*/converse': serveConverse,
  'POST /model/*/converse-stream': serveConverse,
  ...interactionRoutes,
  'POST /v1beta/models/*:predictLongRunning': serveNewFilm,
  'POST /v1beta/models/*:predict': servePredict,
  'GET /v1beta/models/*/operations/*': serveOperation,
  'GET /v1beta/files/*:download': serveFilm,
  'POST /v1/models/*:predictLongRunning': serveNewFilm,
  'POST /v1/models/*:predict': servePredict,
  'GET /v1/models/*/operations/*': serveOperation,
  'GET /v1/files/*:download': serveFilm,
  'POST /v1/models/*': serveContent,
  'POST /v1beta/models/*': serveContent,
  'POST /v1/messages': serveMessage,
  'POST /v1/messages/count_tokens': serveTokenCount,
  'POST /v1/responses': serveResponse,
  'POST /v1/responses/compact': serveCompaction,
  'POST /v1/completions': serveCompletion,
  'POST /v1/embeddings': serveEmbeddings,
  'POST /v1/rerank': serveRerank,
  'POST /v1/moderations': serveModeration,
  'POST /v1/audio/speech': serveSpeech,
  'POST /v1/audio/transcriptions': serveTranscription,
  'POST /v1/audio/translations': serveTranslation,
  'POST /v1/images/generations': serveImages,
  'POST /v1/images/edits': serveEdits,
  'POST /v1/videos': serveNewVideo,
  'GET /v1/videos': serveVideoList,
  'GET /v1/videos/*': serveVideo,
  'DELETE /v1/videos/*': serveVideoRemoval,
  'GET /v1/videos/*/content': serveVideoContent,
  'POST /v1/videos/*/remix': serveRemix,
  'POST /v1/video_generation': serveNewHailuoFilm,
  'GET /v1/query/video_generation': serveHailuoFilm,
  'GET /v1/files/retrieve': serveFileRetrieval,
  'POST /v2/video_generation': serveNewHailuoTask,
  'GET /v2/query/video_generation/*': serveHailuoTask,
  'DELETE /v2/video_generation/*': serveHailuoTaskRemoval,
  'POST /api/v3/images/generations': serveArkImages,
  'POST /api/v3/contents/generations/tasks': serveNewTask,
  'GET /api/v3/contents/generations/tasks': serveTaskList,
  'GET /api/v3/contents/generations/tasks/*': serveTask,
  'DELETE /api/v3/contents/generations/tasks/*': serveTaskRemoval,
  'POST /openai/v1/chat/completions': serveAzureChat,
  'POST /openai/v1/responses': serveAzureResponse,
  'POST /openai/deployments/*/chat/completions': serveAzureChat,
  'POST /openai/responses': serveAzureResponse,
  'POST /*/projects/*/locations/*/publishers/google/models/*:predictLongRunning': serveNewVertexFilm,
  'POST /*/projects/*/locations/*/publishers/google/models/*:predict': serveVertexPredict,
  'POST /*/projects/*/locations/*/publishers/google/models/*:fetchPredictOperation': serveVertexOperation,
  'POST /*/projects/*/locations/*/publishers/google/models/*': serveVertexGemini,
  'POST /*/projects/*/locations/*/publishers/anthropic/models/*': serveVertexClaude,
  'POST /vendors/xai/v1/videos/generations': serveXaiGeneration,
  'POST /vendors/xai/v1/videos/edits': serveXaiEdit,
  'POST /vendors/xai/v1/videos/extensions': serveXaiExtension,
  'GET /vendors/xai/v1/videos/*': serveXaiFilm,
  'POST /vendors/xai/v1/images/generations': serveXaiImages,
  'POST /vendors/xai/v1/images/edits': serveXaiEdits,
  'POST /vendors/*/v1/chat/completions': serveVendorChat,
  'POST /vendors/*/v1/responses': serveVendorResponse,
  'POST /vendors/*/v1/messages': serveVendorMessage,
  'POST /vendors/*/anthropic/v1/messages': serveVendorMessageBeside,
  'POST /vertex/token': serveToken,
  'GET /vertex/tokens': serveTokensGiven,
  'DELETE /vertex/tokens': serveRevocation,
  'GET /vertex/service-account': serveKeyFile,
  'GET /v1/models': serveModels,
  'GET /v1beta/models': serveGoogleModels,
  'GET /vendors/*/v1/models': serveModels,
  ...balanceRoutes,
  'GET /log': serveServed,
  'GET /received': serveReceived,
  'POST /': serveTencentVod,
  ...dashscopeRoutes,
  ...gatewayRoutes,
  ...klingRoutes,
  ...midjourneyRoutes,
  'GET /faults': serveFaultList,
  'POST /faults': serveNewFault,
  'DELETE /faults': serveFaultRemoval,
  'GET /media/files/*/*/*/*': serveFile,
  'HEAD /media/files/*/*/*/*': serveFile,
  'GET /media/log': serveMediaLog,
  'GET /media/faults': serveMediaFaults,
  'POST /media/faults': serveNewMediaFault,
  'DELETE /media/faults': serveMediaFaultRemoval,
  'POST /media/steps': serveSteps,
  'POST /media/clock': serveClock,
};

const patterns = Object.entries(routes)
  .filter(([name]) => name.includes('*'))
  .map(([name, route]) => [new RegExp(`^${name.replaceAll('*', '[^/]+')}$`), route] as const);

/** The route of a request; a vendor's "not found" when there is none. */
export function findRoute({ method, url }: IncomingMessage): Route {
  const name = `${method} ${url?.split('?', 1)[0]}`;
  return routes[name] ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? serveNothing;
}

async function serveNothing(
  _context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  const message = `Invalid URL (${request.method} ${request.url?.split('?', 1)[0]})`;
  sendJson(response, 404, errorBody(invalid(message, null)));
}
