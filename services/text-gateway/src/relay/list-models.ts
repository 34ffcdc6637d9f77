import { fault } from '@headgate/proto/faults';
import type { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Candidate } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import type { ListedModel } from '../model-lists/listed-model.ts';
import type { ModelList } from '../model-lists/model-list.ts';
import type { Answer } from './answers/answer.ts';
import { answerJson } from './answers/answer-json.ts';
import { type Access, accessOf } from './choices/access.ts';
import { findCandidates } from './choices/find-candidates.ts';

/** Answers with the models that the caller can use now, those of media among them, sorted by name. */
export function listModels(context: GatewayContext, style: ModelList, open: Open, answer: Answer): void {
  const access = accessOf(context, open);
  const { caller, catalog } = access;
  const names = caller.modelsLimited ? [...caller.models].sort() : catalog.modelsOf(caller.group);
  const models = names.flatMap((name) => describe(name, access) ?? []);
  answerJson(answer, style.encodeModelList(models));
}

/** Answers with one model; 404 when the caller cannot use it. */
export function getModel(context: GatewayContext, style: ModelList, open: Open, answer: Answer): void {
  const model = describe(open.model, accessOf(context, open));
  if (!model) {
    const message = `The model '${open.model.slice(0, 200)}' does not exist`;
    throw new FaultError(
      fault('model_not_found', { status: 404, type: 'invalid_request_error', param: 'model', message }),
    );
  }
  answerJson(answer, style.encodeModel(model));
}

function describe(name: string, access: Access): ListedModel | undefined {
  const first = findFirst(name, access) ?? findRendering(name, access);
  return first && { id: name, ownedBy: first.channel.provider };
}

function findFirst(name: string, access: Access): Candidate | undefined {
  try {
    return findCandidates(name, access).candidates[0];
  } catch (error) {
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}

/** Who renders it in tasks, which media-task serves: what no request for text can be asked for has no bounds here. */
function findRendering(name: string, { caller, catalog }: Access): Candidate | undefined {
  if (caller.modelsLimited && !caller.models.includes(name)) return undefined;
  const candidates = catalog.groupsOf(caller.group).flatMap((group) => catalog.candidates(name, group));
  return candidates.find(({ channel, priceModel }) => {
    const media = catalog.model(priceModel)?.media;
    const isPinnedElsewhere = caller.channelId !== 0n && caller.channelId !== channel.id;
    return media !== undefined && (media.family !== '' || media.imageTask) && !isPinnedElsewhere;
  });
}
