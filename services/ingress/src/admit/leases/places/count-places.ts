import { defineScript, readNumbers, type Script } from '../link/script.ts';

/** What a replica says of a name's places, and asks for. */
export interface PlacesQuestion {
  replica: string;
  livesMs: number;
  limit: number;
  divisor: number;
  /** Taken here, with what is kept free. */
  declared: number;
  /** Requests that want a place now. */
  wanted: number;
  ahead: number;
}

export interface PlacesAnswer {
  granted: number;
  /** What the server counts as this replica's now. */
  leased: number;
  /** The same of all replicas together. */
  total: number;
}

/**
 * A name's places are one hash: of each replica how many it has, and until when that holds. A replica that says nothing
 * any more gives its places back by that, also where the clock was set back since. Each question sets the replica's own count anew.
 */
export const countPlaces: Script = defineScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local me, lives, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local others = 0
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if fields[i] ~= me then
    local count, untilTime = string.match(fields[i + 1], '^(%d+) (%d+)$')
    if tonumber(untilTime) > now + lives then
      redis.call('HSET', KEYS[1], fields[i], string.format('%d %d', count, now + lives))
    end
    if tonumber(untilTime) > now then others = others + tonumber(count)
    else redis.call('HDEL', KEYS[1], fields[i]) end
  end
end
local mine = tonumber(ARGV[5])
local granted = math.max(0, math.min(tonumber(ARGV[6]), limit - others - mine))
mine = mine + granted
local ahead = math.min(tonumber(ARGV[7]), math.floor((limit - others - mine) / ARGV[4]))
if ahead > 0 then mine = mine + ahead end
if mine > 0 then
  redis.call('HSET', KEYS[1], me, string.format('%d %d', mine, now + lives))
  redis.call('PEXPIRE', KEYS[1], lives)
else
  redis.call('HDEL', KEYS[1], me)
end
return { granted, mine, others + mine }
`);

export function writePlacesQuestion(question: PlacesQuestion): string[] {
  const { replica, livesMs, limit, divisor, declared, wanted, ahead } = question;
  return [replica, ...[livesMs, limit, divisor, declared, wanted, ahead].map(String)];
}

export function readPlacesAnswer(reply: unknown): PlacesAnswer {
  const [granted = 0, leased = 0, total = 0] = readNumbers(reply, 3);
  return { granted, leased, total };
}
