/** `512 bytes`, `1.4 MB` */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
