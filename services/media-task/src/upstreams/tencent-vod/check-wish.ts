import { asObject, asText } from '../../call/json.ts';
import { refuse, show } from '../../families/refuse.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { findScene, type Scene } from './scenes.ts';

/** The scene that a wish names, with all that it needs; undefined where it names none. */
export function checkScene(wish: Wish, scenes: readonly string[] = []): Scene | undefined {
  const name = asText(wish.options.sceneType);
  if (name === undefined) return undefined;
  const scene = scenes.includes(name) ? findScene(name) : undefined;
  if (!scene) {
    const known = scenes.length === 0 ? 'this model has none' : `this model has ${scenes.join(', ')}`;
    refuse('metadata.scene_type', `metadata.scene_type is ${show(name)}; ${known}.`);
  }
  for (const kind of ['image', 'video', 'audio'] as const) {
    const [least, most] = scene.files?.[kind] ?? [0, Number.POSITIVE_INFINITY];
    const count = wish.references.filter((reference) => reference.kind === kind).length;
    if (count >= least && count <= most) continue;
    const range = least === most ? String(most) : `${least} to ${most}`;
    refuse(
      'metadata.file_infos',
      `metadata.file_infos has ${count} of kind ${kind}; ${name} takes ${range}.`,
    );
  }
  const parameters = asObject(wish.options.parameters) ?? {};
  const missing = scene.needs?.find((member) => parameters[member] === undefined);
  if (missing !== undefined)
    refuse('metadata.ext_info', `metadata.ext_info.${missing} is required by ${name}.`);
  return scene;
}

/** All files of a request together, before they become base64. */
const mostBytes = 7 * 1024 * 1024;

export function checkBytes(references: readonly Reference[]): void {
  const size = references.reduce((sum, { source }) => sum + ('bytes' in source ? source.bytes.length : 0), 0);
  if (size > mostBytes) {
    refuse('images', `The files have ${size} bytes together; at most ${mostBytes} are taken as base64.`);
  }
}

/** One of a model's words, in any case, as the vendor writes it. */
export function checkWord(name: string, word: string, words: readonly string[]): string {
  const found = words.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  const taken = words.length === 0 ? 'this model takes none' : `this model renders ${words.join(', ')}`;
  return refuse(name, `${name} is ${show(word)}; ${taken}.`);
}
