import { type Fields, readText } from '../fields.ts';
import { refuse } from '../refuse.ts';
import { readNestedList } from './nested.ts';
import { readSource } from './references.ts';

const mostSubjects = 10;
const mostFiles = 10;

/** A person or thing that a prompt names, in the vendor's words. */
export interface Subject {
  Id?: string;
  Name?: string;
  VoiceId?: string;
  ImageUrls?: string[];
  VideoUrls?: string[];
}

/** `metadata.subject_infos`; undefined where it is not given. */
export function readSubjectInfos({ subject_infos: infos }: Fields): Subject[] | undefined {
  return readNestedList(infos, 'metadata.subject_infos', mostSubjects)?.map(({ place, members }) => {
    const subject = {
      Id: readText(members, `${place}.id`),
      Name: readText(members, `${place}.name`),
      VoiceId: readText(members, `${place}.voice_id`),
      ImageUrls: readAddresses(members, `${place}.image_urls`, 'image'),
      VideoUrls: readAddresses(members, `${place}.video_urls`, 'video'),
    };
    return Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== undefined));
  });
}

function readAddresses(members: Fields, name: string, kind: 'image' | 'video'): string[] | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  const isList = Array.isArray(value) && value.length <= mostFiles;
  if (!isList) refuse(name, `${name} must be a list of at most ${mostFiles} addresses.`);
  return value.map((item: unknown, index) => {
    const param = `${name}[${index}]`;
    const source = readSource(item, param, kind);
    return 'url' in source ? source.url : refuse(param, `${param} must be an address.`);
  });
}
