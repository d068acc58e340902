/** The board is one Tab stop: arrow keys move from party to party, and between tables. */
const GROUPS = ['svg.chart :is(a.party, a.block, a.held)', '.labels a.table'] as const;
const ALL = GROUPS.map((group) => `#evening ${group}`).join(', ');

export function followRoving(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(ALL)) rove(target);
  });
  rove();
}

/** Leaves one link of each group in the Tab order: the one that has or had the focus, otherwise the first. */
export function rove(current: Element | null = null): void {
  for (const group of GROUPS) {
    const links = [...document.querySelectorAll<SVGAElement>(`#evening ${group}`)];
    const stop =
      links.find((each) => each === current) ??
      links.find((each) => each.getAttribute('tabindex') === '0') ??
      links[0];
    for (const each of links) each.setAttribute('tabindex', each === stop ? '0' : '-1');
  }
}
