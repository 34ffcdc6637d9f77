import { row } from '../table.ts';
import { bookRows } from './book-rows.ts';
import type { BookedLane } from './lanes.ts';
import { figuresOf, scaleHeader } from './scale-table.ts';
import type { Rounds } from './show-catalogue.ts';
import { governedKey, loadSide, startSide } from './sides.ts';

const warmUpSeconds = 3;

/** What a request costs, and what it costs to book it, where much was booked before. */
export async function showBooked(
  lanes: readonly BookedLane[],
  { rounds, seconds, say }: Rounds,
): Promise<void> {
  const side = await startSide();
  try {
    const [, , columns = '', line = ''] = scaleHeader('', '');
    say(`\n${columns}`);
    say(line);
    let booked = 0;
    for (const { name, entries } of lanes) {
      await bookRows(side.sql, booked, entries);
      booked = entries;
      const turns = { key: governedKey, model: 'gpt-4o-mini' };
      await loadSide(side, turns, warmUpSeconds);
      const measured = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await loadSide(side, turns, seconds));
      say(row([name, String(entries), ...figuresOf(measured), '', '']));
    }
  } finally {
    await side.stop();
  }
}
