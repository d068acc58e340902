/** A time of day as people write it: 19:00, 19.00, 1900, 7:00 PM, kl. 19, 19 Uhr; of a stretch, 19:00–21:00, its beginning. */
const TIME =
  /^(?<mark>kl\.?|klokken|klockan|um|at)?\s*(?<hours>\d{1,2})(?:[:.](?<minutes>\d\d)(?:[:.]00(?:[.,]0+)?)?)?\s*(?:(?<half>[ap])\.?\s?m\.?|(?<unit>uhr|h))?(?:\s*[-–]\s*\d{1,2}(?:[:.]?\d\d)?(?:\s*uhr)?)?$/i;

/** Minutes after midnight; null if the text is not a time of day. */
export function readClock(text: string): number | null {
  const digits = /^(\d\d)(\d\d)$/.exec(text);
  if (digits) return minuteOf(Number(digits[1]), Number(digits[2]));
  const { mark, hours, minutes, half, unit } = TIME.exec(text)?.groups ?? {};
  if (hours === undefined) return null;
  // An hour alone could be anything.
  if (minutes === undefined && mark === undefined && half === undefined && unit === undefined) return null;
  const hour = Number(hours);
  if (half === undefined) return minuteOf(hour, Number(minutes ?? 0));
  if (hour < 1 || hour > 12) return null;
  return minuteOf((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minutes ?? 0));
}

function minuteOf(hour: number, minute: number): number | null {
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
}
