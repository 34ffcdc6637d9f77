import type { Family } from './family.ts';
import { type Fields, readText } from './fields.ts';
import { readChoice } from './members/choice.ts';
import { limitFrames, limitReferences, requireAddresses } from './members/limit-references.ts';
import { readSource, withoutRepeats } from './members/references.ts';
import { refuseUnread } from './members/refuse-unread.ts';
import { readSeconds } from './members/seconds.ts';
import { refuse, show } from './refuse.ts';
import type { Reference } from './wish.ts';

const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'];
const resolutions = ['480P', '720P'];
const mostParts = 64;

type Role = 'first_frame' | 'last_frame' | 'reference_image' | 'reference_video' | 'reference_audio';

/** What stands where in a part, by the part's type. */
const kinds: Record<string, { kind: Reference['kind']; roles: readonly Role[] } | undefined> = {
  image_url: { kind: 'image', roles: ['first_frame', 'last_frame', 'reference_image'] },
  video_url: { kind: 'video', roles: ['reference_video'] },
  audio_url: { kind: 'audio', roles: ['reference_audio'] },
};

/** Parts of content with roles: JSON alone, and references by address alone. */
export const v7: Family = {
  name: 'V7',
  takesForms: false,
  read(fields) {
    refuseUnread(fields, ['content']);
    const parts = readParts(fields);
    const references = withoutRepeats(parts.flatMap(({ reference }) => reference ?? []));
    requireAddresses(references, 'content', 'public addresses: base64 is not taken');
    limitReferences(references, {
      names: { image: 'content', video: 'content', audio: 'content' },
      most: { image: 9, video: 3, audio: 3 },
    });
    limitFrames(references, { first_frame: 'content', last_frame: 'content' });
    refuseMixed(references);
    const secondsMs = readSeconds(fields, { native: 'seconds', min: 4, max: 15 });
    const ratio = readChoice(fields, 'ratio', ratios);
    const resolution = readChoice(fields, 'resolution', resolutions);
    return {
      prompt: promptOf(fields, parts),
      references,
      ...(secondsMs !== undefined && { secondsMs }),
      ...(ratio !== undefined && { ratio }),
      ...(resolution !== undefined && { resolution: resolution.toLowerCase() }),
      options: {},
    };
  },
};

interface Part {
  text?: string;
  reference?: Reference;
}

function readParts({ content }: Fields): Part[] {
  if (content === undefined || content === null) return [];
  if (!Array.isArray(content)) refuse('content', `content is ${show(content)}; it must be a list of parts.`);
  if (content.length > mostParts)
    refuse('content', `content has ${content.length} parts; at most ${mostParts} are taken.`);
  return content.map((part: unknown, index) => readPart(part, `content[${index}]`));
}

function readPart(part: unknown, param: string): Part {
  if (typeof part !== 'object' || part === null || !('type' in part))
    refuse(param, `${param} is not a part with a type.`);
  const { type } = part;
  if (type === 'text') return { text: readText(part as Fields, 'text') ?? '' };
  const known = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!known || typeof type !== 'string') {
    refuse(param, `${param}.type is ${show(type)}; it must be text, ${Object.keys(kinds).join(', ')}.`);
  }
  const role = 'role' in part && part.role !== '' ? part.role : known.roles.at(0);
  const found = known.roles.find((candidate) => candidate === role);
  if (!found) refuse(param, `${param}.role is ${show(role)}; it must be one of ${known.roles.join(', ')}.`);
  const address = (part as Record<string, unknown>)[type];
  const name = `${param}.${type}.url`;
  const source = readSource({ image_url: address }, name, known.kind);
  return { reference: { kind: known.kind, role: roleOf(found), source, param: name } };
}

function roleOf(role: Role): Reference['role'] {
  return role === 'first_frame' || role === 'last_frame' ? role : 'reference';
}

/** Where a body has both, the prompt beside the content counts. */
function promptOf(fields: Fields, parts: readonly Part[]): string {
  const texts = parts.flatMap(({ text }) => text || []);
  const prompt = readText(fields, 'prompt') ?? texts.join('\n');
  if (prompt.trim() === '') refuse('prompt', 'prompt is required: a text, or a part of content with one.');
  return prompt;
}

function refuseMixed(references: readonly Reference[]): void {
  const hasFrames = references.some(({ role }) => role !== 'reference');
  const hasReferences = references.some(({ role }) => role === 'reference');
  if (hasFrames && hasReferences) {
    refuse('content', 'content has frames and references; a video is made from one or the other.');
  }
}
