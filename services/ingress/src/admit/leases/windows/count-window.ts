import { defineScript, readNumbers, type Script } from '../link/script.ts';

/** What a replica says of a window, and asks for. */
export interface WindowQuestion {
  replica: string;
  windowMs: number;
  limit: number;
  /** At most this part of what is free is leased ahead: 1 / divisor. */
  divisor: number;
  /** How long ago the window began here, and its name if the server gave one; 0. */
  agoMs: number;
  startId: number;
  /** Used here, with what is kept of earlier leases: what the server had counted beyond that comes back. */
  declared: number;
  /** Wanted ahead, in this window and in the next one. */
  ahead: number;
  nextAhead: number;
  /** What each waiting request wants: granted in this order while the limit is not reached. */
  demands: readonly number[];
}

export interface WindowAnswer {
  /** The window's beginning by the server's clock, which is its name. */
  startId: number;
  leftMs: number;
  /** Whether what was declared belongs to this window. */
  isCounted: boolean;
  /** What the server counts as this replica's now: declared, granted and ahead. */
  leased: number;
  granted: number;
  /** The same of all replicas together. */
  total: number;
  nextLeased: number;
}

/**
 * A window is one hash: its start, and what each replica has taken of it (`c:`) and of the next one (`n:`). Every question
 * sets its replica's own count anew, so that a question whose answer was lost does no harm when it is repeated.
 * A window begins with its first use, also if that was while the server was away, and goes over into the next one if that was
 * leased ahead of. Replicas notice its end a little late: what they still say of it then is not the next one's. One that begins
 * in the future is of a clock that was set back since, and would end too late: it begins anew with what its replicas say of it.
 * Of windows that the server does not know by their name, those that began unheard and those that it forgot, what was declared
 * counts if they began after the server's, or hardly before it.
 */
export const countWindow: Script = defineScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local me, length, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local ago, known, declared = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local start, current, coming = 0, {}, {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local kind, replica, value = string.sub(fields[i], 1, 2), string.sub(fields[i], 3), tonumber(fields[i + 1])
  if kind == 'c:' then current[replica] = value
  elseif kind == 'n:' then coming[replica] = value
  else start = value end
end
if start > now then start, current, coming = 0, {}, {} end
local isOver = start > 0 and now >= start + length
if isOver and start == known then ago = length end
if isOver then
  if next(coming) and now < start + 2 * length then
    start, current, coming = start + length, coming, {}
  else
    start, current, coming = 0, {}, {}
  end
end
local isOurs = known == 0
for replica in pairs(current) do isOurs = isOurs and replica == me end
local isFresh = start == 0
if isFresh or (isOurs and now - ago < start) then start = (ago < length) and now - ago or now end
local isCounted = start == known or now - ago >= start - length / 20
if start == known then current[me] = declared
elseif isCounted then current[me] = math.max(current[me] or 0, declared) end
local total = 0
for _, value in pairs(current) do total = total + value end
local mine, granted = current[me] or 0, 0
for i = 10, #ARGV do
  if total >= limit then break end
  local units = tonumber(ARGV[i])
  total, mine, granted = total + units, mine + units, granted + 1
end
local ahead = math.min(tonumber(ARGV[8]), math.floor((limit - total) / ARGV[4]))
if ahead > 0 then total, mine = total + ahead, mine + ahead end
local nextAhead = math.min(tonumber(ARGV[9]), math.floor(limit / ARGV[4]))
if isOver or isFresh then redis.call('DEL', KEYS[1]) end
if total == 0 and nextAhead == 0 then
  redis.call('DEL', KEYS[1])
  local left = isFresh and 0 or start + length - now
  return { start, left, isCounted and 1 or 0, 0, granted, 0, 0 }
end
if isOver then for replica, value in pairs(current) do redis.call('HSET', KEYS[1], 'c:' .. replica, value) end end
redis.call('HSET', KEYS[1], 'start', start, 'c:' .. me, mine)
if nextAhead > 0 then redis.call('HSET', KEYS[1], 'n:' .. me, nextAhead)
else redis.call('HDEL', KEYS[1], 'n:' .. me) end
redis.call('PEXPIRE', KEYS[1], start + 2 * length - now)
return { start, start + length - now, isCounted and 1 or 0, mine, granted, total, nextAhead }
`);

export function writeWindowQuestion(question: WindowQuestion): string[] {
  const { replica, windowMs, limit, divisor, agoMs, startId, declared, ahead, nextAhead, demands } = question;
  const numbers = [windowMs, limit, divisor, agoMs, startId, declared, ahead, nextAhead, ...demands];
  return [replica, ...numbers.map(String)];
}

export function readWindowAnswer(reply: unknown): WindowAnswer {
  const [startId = 0, leftMs = 0, isCounted = 0, leased = 0, granted = 0, total = 0, nextLeased = 0] =
    readNumbers(reply, 7);
  return { startId, leftMs, isCounted: isCounted === 1, leased, granted, total, nextLeased };
}
