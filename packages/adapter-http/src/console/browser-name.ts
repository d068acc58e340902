/** The common name of a browser, by its `User-Agent`: `Safari, iPad`. Empty if it is unknown. */
export function browserName(userAgent: string | null): string {
  const agent = (userAgent ?? '').slice(0, 500);
  const named = (names: readonly (readonly [RegExp, string])[]): string =>
    names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return [named(BROWSERS), named(DEVICES)].filter((part) => part !== '').join(', ');
}

/** In this order: most browsers also contain the names of others. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const DEVICES = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;
