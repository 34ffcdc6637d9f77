import { type Fields, readText } from '../fields.ts';
import { refuse, show } from '../refuse.ts';
import type { Reference, Source } from '../wish.ts';
import { readChoice } from './choice.ts';
import { readNestedList } from './nested.ts';
import { readSource } from './references.ts';
import { readSwitch } from './switch.ts';

const mostFiles = 64;
const categories = ['Image', 'Video', 'Audio'];
const usages = { FirstFrame: 'first_frame', LastFrame: 'last_frame', Reference: 'reference' } as const;
const referenceTypes = ['asset', 'style', 'subject', 'background', 'mask', 'feature', 'base'];
/** By what each type calls the member that holds the file. */
const types = { Url: 'url', File: 'file_id', Base64: 'base64' } as const;

/** `metadata.file_infos`: files with all that may be said of each; undefined where it is not given. */
export function readFileInfos({ file_infos: infos }: Fields): Reference[] | undefined {
  return readNestedList(infos, 'metadata.file_infos', mostFiles)?.map(({ place, members }) => {
    const kind = kindOf(readChoice(members, `${place}.category`, categories));
    const usage = readKey(members, `${place}.usage`, usages);
    const options = {
      referenceType: readChoice(members, `${place}.reference_type`, referenceTypes),
      objectId: readText(members, `${place}.object_id`),
      voiceId: readText(members, `${place}.voice_id`),
      text: readText(members, `${place}.text`),
      keepOriginalSound: readSwitch(members, `${place}.keep_original_sound`),
    };
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return {
      kind,
      role: usage ?? (kind === 'image' ? 'first_frame' : 'reference'),
      source: readFile(members, place, kind),
      ...(given.length > 0 && { options: Object.fromEntries(given) }),
    };
  });
}

function kindOf(category: string | undefined): Reference['kind'] {
  if (category === 'Video') return 'video';
  return category === 'Audio' ? 'audio' : 'image';
}

/** What one of the names of a table stands for. */
function readKey<T>(members: Fields, name: string, table: Readonly<Record<string, T>>): T | undefined {
  const word = readChoice(members, name, Object.keys(table));
  return word === undefined ? undefined : table[word];
}

const fileId = /^[A-Za-z0-9_-]{1,128}$/;

/** By the member that is there; `type` may say it once more. */
function readFile(members: Fields, place: string, kind: Reference['kind']): Source {
  const named = readKey(members, `${place}.type`, types);
  const member =
    named ?? Object.values(types).find((name) => members[`${place}.${name}`] !== undefined) ?? 'url';
  const param = `${place}.${member}`;
  const text = readText(members, param);
  if (text === undefined) refuse(param, `${param} is required: the file itself.`);
  if (member === 'file_id') {
    if (!fileId.test(text)) refuse(param, `${param} is ${show(text)}; it is not the id of a file.`);
    return { asset: `asset://${text}` };
  }
  const source = readSource(text, param, kind);
  const isKind = member === 'url' ? 'url' in source : 'bytes' in source;
  if (!isKind)
    refuse(param, `${param} is ${show(text)}; it must be ${member === 'url' ? 'an address' : 'base64'}.`);
  return source;
}
