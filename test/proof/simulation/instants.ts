export const MINUTE_MS = 60_000;
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The date of an instant in UTC, which is that of Stockholm while anybody is served. */
export const utcDateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addUtcDays = (date: string, days: number): string => utcDateOf(Date.parse(date) + days * DAY_MS);
export const SECOND_MS = 1000;
