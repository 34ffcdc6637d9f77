import { defineScript } from './script.ts';

/** Says that a replica is there, for so many milliseconds; answers how many are. */
export const beat = defineScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { redis.call('ZCARD', KEYS[1]) }
`);

/** Says that a replica has gone. */
export const leave = defineScript(`
return { redis.call('ZREM', KEYS[1], ARGV[1]) }
`);
