/** What a browser says of itself, as far as people would know it by; undefined for what nobody would. */
export function readDevice(userAgent: string): { browser: string; system: string } | undefined {
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  return browser && system ? { browser, system } : undefined;
}

type Sign = readonly [RegExp, string];

/** Most claim to be others as well: the ones that are claimed stand last. */
const browsers: readonly Sign[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|HeadlessChrome/, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly Sign[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

function firstOf(signs: readonly Sign[], text: string): string | undefined {
  return signs.find(([sign]) => sign.test(text))?.[1];
}
