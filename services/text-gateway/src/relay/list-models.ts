import { fault } from '@headgate/proto/faults';
import type { Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Bounds } from '../catalog/bounds.ts';
import type { Candidate, Catalog } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import type { ListedModel } from '../model-lists/listed-model.ts';
import type { ModelList } from '../model-lists/model-list.ts';
import type { Answer } from './answer.ts';
import { answerJson } from './answer-json.ts';
import { findCandidates } from './find-candidates.ts';
import { known } from './known.ts';

/** Answers with the models that the caller can use now, those of media among them, sorted by name. */
export function listModels(context: GatewayContext, style: ModelList, open: Open, answer: Answer): void {
  const { caller, catalog, bounds } = known(context, open);
  const names = caller.modelsLimited ? [...caller.models].sort() : catalog.modelsOf(caller.group);
  const models = names.flatMap((name) => describe(name, caller, catalog, bounds) ?? []);
  answerJson(answer, style.encodeModelList(models));
}

/** Answers with one model; 404 when the caller cannot use it. */
export function getModel(context: GatewayContext, style: ModelList, open: Open, answer: Answer): void {
  const { caller, catalog, bounds } = known(context, open);
  const model = describe(open.model, caller, catalog, bounds);
  if (!model) {
    const message = `The model '${open.model.slice(0, 200)}' does not exist`;
    throw new FaultError(
      fault('model_not_found', { status: 404, type: 'invalid_request_error', param: 'model', message }),
    );
  }
  answerJson(answer, style.encodeModel(model));
}

function describe(name: string, caller: Caller, catalog: Catalog, bounds: Bounds): ListedModel | undefined {
  const first = findFirst(name, caller, catalog, bounds) ?? findRendering(name, caller, catalog);
  return first && { id: name, ownedBy: first.channel.provider };
}

function findFirst(name: string, caller: Caller, catalog: Catalog, bounds: Bounds): Candidate | undefined {
  try {
    return findCandidates(name, caller, catalog, bounds).candidates[0];
  } catch (error) {
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}

/** Who renders it in tasks, which media-task serves: what no request for text can be asked for has no bounds here. */
function findRendering(name: string, caller: Caller, catalog: Catalog): Candidate | undefined {
  if (caller.modelsLimited && !caller.models.includes(name)) return undefined;
  const candidates = catalog.groupsOf(caller.group).flatMap((group) => catalog.candidates(name, group));
  return candidates.find(({ channel, priceModel }) => {
    const media = catalog.model(priceModel)?.media;
    const isPinnedElsewhere = caller.channelId !== 0n && caller.channelId !== channel.id;
    return media !== undefined && (media.family !== '' || media.imageTask) && !isPinnedElsewhere;
  });
}
