import { type Fields, readText } from '../families/fields.ts';
import { refuse, show } from '../families/refuse.ts';
import type { PolledTask } from '../step/polls/poll.ts';
import { type Action, modelOf } from './actions.ts';
import { readCustomId } from './custom-id.ts';
import type { Mode } from './modes.ts';
import { hdFilm, readFilm, sdFilm } from './read-film.ts';
import { readFlag, requireIndex, requireTaskId } from './read-members.ts';
import type { Step } from './step.ts';

/** What goes on from a task that has succeeded: which one, and then what. */
export interface NextStep {
  originId: string;
  /** @param origin the task, once it is known to have succeeded. */
  from(origin: PolledTask): Step;
}

/** A button, by the name that the record gave it. */
export function readAction(fields: Fields): NextStep {
  const originId = requireTaskId(fields);
  const token = readText(fields, 'customId');
  if (token === undefined) refuse('customId', 'custom_id_is_required');
  const remix = readFlag(fields, 'enableRemix');
  return {
    originId,
    from(origin) {
      const customId = origin.result?.buttons?.find((button) => button.token === token)?.customId;
      const action = customId === undefined ? undefined : readCustomId(customId);
      if (customId === undefined || !action) return refuse('customId', 'unknown_action');
      const members = { taskId: origin.upstreamId, customId, ...remix };
      return {
        ...goOn(origin, isFilm(origin) ? 'VIDEO' : action, `/action ${origin.id}`),
        job: { route: 'submit/action', members },
        customId: token,
      };
    },
  };
}

const changes = ['UPSCALE', 'VARIATION', 'REROLL'] as const;
type Change = (typeof changes)[number];

const four = { min: 1, max: 4 };

export function readChange(fields: Fields): NextStep {
  const originId = requireTaskId(fields);
  const name = readText(fields, 'action');
  if (name === undefined) refuse('action', 'action_is_required');
  const change = changes.find((known) => known === name);
  if (!change) refuse('action', 'unknown_action');
  return toChange(originId, change, change === 'REROLL' ? undefined : requireIndex(fields, four));
}

/** `<id> U2`, `<id> V3` and `<id> R`. */
export function readSimpleChange(fields: Fields): NextStep {
  const content = readText(fields, 'content');
  if (content === undefined) refuse('content', 'content_is_required');
  const [, originId, letter, index] = /^(\S+)\s+(?:(R)|[UV]([1-4]))$/i.exec(content.trim()) ?? [];
  if (originId === undefined) refuse('content', 'content_parse_failed');
  if (letter !== undefined) return toChange(originId, 'REROLL', undefined);
  const isUpscale = /\sU\d$/i.test(content.trim());
  return toChange(originId, isUpscale ? 'UPSCALE' : 'VARIATION', Number(index));
}

function toChange(originId: string, change: Change, index: number | undefined): NextStep {
  const letters = index === undefined ? 'R' : `${change[0]}${index}`;
  return {
    originId,
    from(origin) {
      if (isFilm(origin))
        refuse('taskId', `taskId is ${show(origin.id)}, which is a film: pictures are changed.`);
      const members = { taskId: origin.upstreamId, action: change, ...(index !== undefined && { index }) };
      const description = `/up ${origin.id} ${letters}`;
      return { ...goOn(origin, change, description), job: { route: 'submit/change', members } };
    },
  };
}

/** A film that goes on where another ended. */
export function readExtension(fields: Fields, mode: Mode | undefined): NextStep {
  const originId = requireTaskId(fields);
  const index = requireIndex(fields, { min: 0, max: 3 });
  const { videoType: asked, ...film } = readFilm(fields, mode);
  return {
    originId,
    from(origin) {
      if (!isFilm(origin))
        refuse('taskId', `taskId is ${show(origin.id)}, which is no film: only films can be extended.`);
      const step = goOn(origin, 'VIDEO', '/video');
      const videoType = step.isHd ? hdFilm : sdFilm;
      if (asked !== undefined && asked !== videoType)
        refuse('videoType', `videoType is ${show(asked)}; the film that is extended is ${videoType}.`);
      const members = { ...film, videoType, action: 'extend', index, taskId: origin.upstreamId };
      return {
        ...step,
        prompt: film.prompt ?? origin.wish.prompt,
        job: { route: 'submit/video', members },
      };
    },
  };
}

function isFilm({ action }: PolledTask): boolean {
  return action === 'VIDEO';
}

/** What goes on from a film is as large as it, at the same price. */
function goOn(origin: PolledTask, action: Action, description: string) {
  const isHd = action === 'VIDEO' && origin.model === modelOf('VIDEO', true);
  return { action, prompt: origin.wish.prompt, pictures: [], description, isHd, origin };
}
