/** The shades of a heat map. The number is always next to the colour, because colour alone is not accessible. */

export const SHADES = 5;

/** 0 for zero, otherwise 1 to {@link SHADES}, in equal steps up to the largest value. */
function shadeOf(value: number, largest: number): number {
  return value <= 0 || largest <= 0 ? 0 : Math.min(SHADES, Math.ceil((value / largest) * SHADES));
}

/** The class of a shade: `busy-3` for covers, `vain-3` for unmet demand; empty for zero. */
export function shadeClass(of: 'busy' | 'vain', value: number, largest: number): string {
  const shade = shadeOf(value, largest);
  return shade === 0 ? '' : ` ${of}-${shade}`;
}
