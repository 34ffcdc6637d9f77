import { createHash } from 'node:crypto';
import type { JsonRecord } from '../json-record.ts';

interface Button extends JsonRecord {
  customId: string;
  emoji: string;
  label: string;
  type: number;
  style: number;
}

const four = [1, 2, 3, 4];

/** What can be done with the result of a task, by its action; `hash` is the job at Discord. */
export function buttonsOf(action: string, taskId: string): Button[] {
  const hash = hashOf(taskId);
  if (['DESCRIBE', 'SHORTEN'].includes(action)) {
    const name = action === 'DESCRIBE' ? 'MJ::Job::PicReader' : 'MJ::Job::PromptAnalyzer';
    return [1, 2, 3, 4].map((index) => button(`${name}::${index}`, `${index}️⃣`, ''));
  }
  if (['SWAP_FACE', 'UPLOAD', 'VIDEO'].includes(action)) return [];
  if (action === 'UPSCALE') {
    return [
      button(`MJ::JOB::upsample_v6_2x_subtle::1::${hash}::SOLO`, '', 'Upscale (Subtle)'),
      button(`MJ::JOB::upsample_v6_2x_creative::1::${hash}::SOLO`, '', 'Upscale (Creative)'),
      button(`MJ::JOB::low_variation::1::${hash}::SOLO`, '🪄', 'Vary (Subtle)'),
      button(`MJ::JOB::high_variation::1::${hash}::SOLO`, '🪄', 'Vary (Strong)'),
      button(`MJ::Inpaint::1::${hash}::SOLO`, '🖌️', 'Vary (Region)'),
      button(`MJ::Outpaint::50::1::${hash}::SOLO`, '🔍', 'Zoom Out 2x'),
      button(`MJ::Outpaint::75::1::${hash}::SOLO`, '🔍', 'Zoom Out 1.5x'),
      button(`MJ::CustomZoom::${hash}`, '🔍', 'Custom Zoom'),
      ...['left', 'right', 'up', 'down'].map((way) =>
        button(`MJ::JOB::pan_${way}::1::${hash}::SOLO`, '➡️', ''),
      ),
      button(`MJ::JOB::animate_high::1::${hash}::SOLO`, '🎞️', 'Animate (High motion)'),
      button(`MJ::BOOKMARK::${hash}`, '❤️', ''),
    ];
  }
  return [
    ...four.map((index) => button(`MJ::JOB::upsample::${index}::${hash}`, '', `U${index}`)),
    button(`MJ::JOB::reroll::0::${hash}::SOLO`, '🔄', ''),
    ...four.map((index) => button(`MJ::JOB::variation::${index}::${hash}`, '', `V${index}`)),
  ];
}

function button(customId: string, emoji: string, label: string): Button {
  return { customId, emoji, label, type: 2, style: 2 };
}

/** The job at Discord, which looks like a uuid. */
export function hashOf(taskId: string): string {
  const hex = createHash('sha256').update(taskId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
