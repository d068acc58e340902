/** Highlights parties that another device or a partner has changed. */
const PULSE_MS = 600;

/** Shows a new state of the day, and marks the parties whose version has changed. */
export function pulse<T>(show: () => T): T {
  const parties = (): readonly HTMLElement[] => [
    ...document.querySelectorAll<HTMLElement>('#evening [data-booking][data-version]'),
  ];
  const before = new Map(parties().map(({ dataset }) => [dataset['booking'], dataset['version']]));
  const result = show();
  for (const each of parties()) {
    const { booking, version } = each.dataset;
    if (before.get(booking) === version) continue;
    each.classList.add('changed');
    setTimeout(() => each.classList.remove('changed'), PULSE_MS);
  }
  return result;
}
