/** How dark a figure is: the shades of a heat map. The number always stands beside it, since colour alone tells nobody anything. */

export const SHADES = 5;

/** 0 for nothing, else 1 to {@link SHADES}: an equal part of the way to the largest each. */
function shadeOf(value: number, largest: number): number {
  return value <= 0 || largest <= 0 ? 0 : Math.min(SHADES, Math.ceil((value / largest) * SHADES));
}

/** The class of a shade: `busy-3` for what there was, `vain-3` for what was asked for in vain; none for nothing. */
export function shadeClass(of: 'busy' | 'vain', value: number, largest: number): string {
  const shade = shadeOf(value, largest);
  return shade === 0 ? '' : ` ${of}-${shade}`;
}
