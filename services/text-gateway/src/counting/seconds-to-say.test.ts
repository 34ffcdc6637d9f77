import { expect, test } from 'vitest';
import { secondsToSay } from './seconds-to-say.ts';

test.each([
  ['English', 'It takes two seconds to say so', 2],
  ['Chinese', '今天天气很好我们去走', 2],
  ['Japanese', 'きょうはいい天気です', 2],
  ['Korean', '오늘은날씨가좋습니다', 2],
  ['both at once', 'It takes three seconds to say 今天天气很', 3],
  ['what has characters of two units', 'Thirteen and 🌍🌍', 1],
  ['nothing', '', 0],
])('%s takes as long as it usually does', (_tongue, text, seconds) => {
  expect(secondsToSay(text)).toBe(seconds);
});
