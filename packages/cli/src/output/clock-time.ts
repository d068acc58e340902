/** Writes minutes after midnight as `HH:MM`, 24:00 and more for the next day. */
export function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
