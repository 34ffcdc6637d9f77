import { type Checked, invalid, refused, unknownName } from '../generate-content/vendor-error.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { type Format, readFormat } from './read-format.ts';
import { type Input, readInput } from './read-input.ts';

export interface FilmRequest extends Input, Format {
  isBackground: boolean;
  previous: string | null;
}

const names = [
  ...['model', 'input', 'background', 'store', 'stream', 'response_format', 'response_modalities', 'labels'],
  ...[
    'generation_config',
    'previous_interaction_id',
    'system_instruction',
    'safety_settings',
    'service_tier',
  ],
];
const tasks = ['text_to_video', 'image_to_video', 'reference_to_video', 'edit', 'extend', 'upscale'];

/** Reads what `POST /v1/interactions` asks a model of films for. */
export function readCreate(bytes: Buffer, model: string): Checked<FilmRequest> {
  const body = asRecord(parseJson(bytes.toString())) ?? {};
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) return refused(unknownName(unknown, null));
  const { background = false, store = true, previous_interaction_id: previous = null } = body;
  if (background === true && store === false) return refused(invalid('background=true requires store=true.'));
  const modalities = body.response_modalities ?? ['video'];
  if (!Array.isArray(modalities) || !modalities.includes('video')) {
    return refused(invalid('response_modalities must include video.'));
  }
  const task = asRecord(asRecord(body.generation_config)?.video_config)?.task;
  if (task !== undefined && !tasks.includes(String(task))) {
    return refused(invalid("Invalid value at 'generation_config.video_config.task'"));
  }
  const input = readInput(body.input);
  if (input.type === 'refused') return input;
  const format = readFormat(body.response_format, model);
  if (format.type === 'refused') return format;
  const told = { isBackground: background === true, previous: previous === null ? null : String(previous) };
  return { type: 'ok', value: { ...input.value, ...format.value, ...told } };
}
