/** 2030-03-01T00:00:00Z, a Friday: far from any clock change, and still ahead for years to come. */
export const FRIDAY_MS = Date.UTC(2030, 2, 1);
/** The service date of {@link FRIDAY_MS}. */
export const FRIDAY = '2030-03-01';
