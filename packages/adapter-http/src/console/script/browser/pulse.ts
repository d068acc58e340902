/** Parties that another device or a partner has changed are marked for a moment. */
const PULSE_MS = 600;

/** Shows another state of the day, and marks the parties that have another version in it than before. */
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
