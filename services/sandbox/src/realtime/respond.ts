import { countTokens } from '../answer/count-tokens.ts';
import { pieces, type TextSource } from '../answer/text-source.ts';
import { type Control, parseControl } from '../control/parse-control.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { bytesPerSaidToken, countPrompt, partsOf, usageBody, usageOf } from './count.ts';
import type { Session } from './session.ts';

type Status = 'completed' | 'cancelled' | 'failed';

const saidToken = Buffer.alloc(bytesPerSaidToken).toString('base64');

/** Says one response, event by event, unless one is being said. */
export function respond(session: Session, options: JsonRecord): void {
  const parsed = parseControl(lastUserText(session));
  if (session.active) {
    const code = 'conversation_already_has_active_response';
    session.sendError('Conversation already has an active response in progress.', code);
  } else if (parsed.type === 'problem') {
    session.sendError(parsed.message, 'invalid_value');
  } else {
    say(session, options, parsed);
  }
}

/** Its pieces come one after the other; each may be the last. */
function say(
  session: Session,
  options: JsonRecord,
  { control, rest }: { control: Control; rest: string },
): void {
  const isAudio = modalitiesOf(options, session.config).includes('audio');
  const prompt = countPrompt(String(options.instructions ?? session.config.instructions), session.items);
  const said = { text: '', audioTokens: 0 };
  const usage = (): ReturnType<typeof usageOf> =>
    usageOf(prompt, control.settings.cached ?? 0, {
      textTokens: countTokens(Buffer.byteLength(said.text)),
      audioTokens: said.audioTokens,
    });

  const id = session.newId('resp');
  const item = { id: session.newId('item'), object: 'realtime.item', type: 'message', role: 'assistant' };
  const place = { response_id: id, item_id: item.id, output_index: 0, content_index: 0 };
  const base = { object: 'realtime.response', id, output_modalities: [isAudio ? 'audio' : 'text'] };
  const timers: NodeJS.Timeout[] = [];
  const parts = pieces(sourceOf(rest, control));
  const cutAfter = session.parameters.after ?? 1;
  let count = 0;

  session.active = { id, cancel: (reason) => finish('cancelled', reason) };
  session.client.once('close', onGone);
  session.send('response.created', { response: { ...base, status: 'in_progress', output: [], usage: null } });
  session.send('response.output_item.added', {
    ...{ response_id: id, output_index: 0 },
    item: { ...item, status: 'in_progress', content: [] },
  });
  const opening = isAudio ? { type: 'audio', transcript: '' } : { type: 'text', text: '' };
  session.send('response.content_part.added', { ...place, part: opening });
  timers[0] = setTimeout(sayNext, control.settings.wait ?? 0);

  function sayNext(): void {
    const { value: piece, done } = parts.next();
    if (done) finish(control.ending === 'failed' ? 'failed' : 'completed', undefined);
    else if (count < cutAfter || (session.fault !== 'cut' && session.fault !== 'stall')) sayPiece(piece);
    else if (session.fault === 'cut') end('failed', () => session.client.terminate());
  }

  function sayPiece(piece: string): void {
    count += 1;
    said.text += piece;
    if (isAudio) {
      said.audioTokens += 1;
      session.send('response.output_audio_transcript.delta', { ...place, delta: piece });
      session.send('response.output_audio.delta', { ...place, delta: saidToken });
    } else {
      session.send('response.output_text.delta', { ...place, delta: piece });
    }
    timers[0] = setTimeout(sayNext, control.settings.delay ?? 0);
  }

  function finish(status: Status, reason: string | undefined): void {
    const content = isAudio
      ? [{ type: 'output_audio', transcript: said.text }]
      : [{ type: 'output_text', text: said.text }];
    const whole = { ...item, status: status === 'completed' ? 'completed' : 'incomplete', content };
    session.items.push(whole);
    sayEnds();
    session.send('response.output_item.done', { response_id: id, output_index: 0, item: whole });
    const details = { type: status, ...(reason !== undefined && { reason }) };
    const used = session.fault === 'missing-usage' ? null : usageBody(usage());
    end('served', () => {
      session.send('response.done', {
        response: { ...base, status, status_details: details, output: [whole], usage: used },
      });
      session.send('rate_limits.updated', { rate_limits: [] });
    });
  }

  function sayEnds(): void {
    if (isAudio) {
      session.send('response.output_audio.done', place);
      session.send('response.output_audio_transcript.done', { ...place, transcript: said.text });
    } else {
      session.send('response.output_text.done', { ...place, text: said.text });
    }
    const part = isAudio ? { type: 'audio', transcript: said.text } : { type: 'text', text: said.text };
    session.send('response.content_part.done', { ...place, part });
  }

  /** Written down before the client hears of it, so that what it has heard of is in the log. */
  function end(outcome: 'served' | 'failed' | 'aborted', tell: () => void): void {
    clearTimeout(timers[0]);
    session.client.off('close', onGone);
    session.active = null;
    session.log(usage(), outcome);
    tell();
  }

  function onGone(): void {
    end('aborted', () => undefined);
  }
}

function modalitiesOf(options: JsonRecord, config: JsonRecord): unknown[] {
  const modalities = options.output_modalities ?? config.output_modalities;
  return Array.isArray(modalities) ? modalities : [];
}

function lastUserText({ items }: Session): string {
  const said = items.findLast(({ role }) => role === 'user') ?? {};
  const texts = partsOf(said).map(({ text }) => (typeof text === 'string' ? text : ''));
  return texts.join('') || `I hear ${partsOf(said).filter((part) => asRecord(part)?.audio).length}`;
}

function sourceOf(text: string, { settings }: Control): TextSource {
  const pieceSize = settings.size ?? 16;
  return settings.chunks === undefined
    ? { type: 'fixed', text, pieceSize }
    : { type: 'generated', sizeBytes: settings.chunks * pieceSize, pieceSize };
}
