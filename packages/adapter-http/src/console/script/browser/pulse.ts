/** What another device or a partner has changed is marked for a moment. */
const PULSE_MS = 600;

const parties = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('#evening [data-booking][data-version]'),
];

export function versionsShown(): ReadonlyMap<string | undefined, string | undefined> {
  return new Map(parties().map(({ dataset }) => [dataset['booking'], dataset['version']]));
}

/** Marks the parties that have another version than before, and the new ones. */
export function pulse(before: ReturnType<typeof versionsShown>): void {
  for (const each of parties()) {
    const { booking, version } = each.dataset;
    if (before.get(booking) === version) continue;
    each.classList.add('changed');
    setTimeout(() => each.classList.remove('changed'), PULSE_MS);
  }
}
