import { lightened } from '@bord/engine/adapters';

export const DARK_GROUND = '#222d31';

export const ON_DARK_ACCENT = '#0d1a19';

export interface BrandColours {
  /** Links and buttons on light backgrounds: the colour of the plan, whose contrast was validated. */
  readonly light: string;
  readonly lightDeep: string;
  /** The same on dark backgrounds: lightened until the contrast is sufficient. */
  readonly dark: string;
  readonly darkDeep: string;
}

export function brandColours(colour: string): BrandColours {
  const dark = lightened(colour, DARK_GROUND);
  return {
    light: colour,
    lightDeep: mixed(colour, '#000000', 0.25),
    dark,
    darkDeep: mixed(dark, '#ffffff', 0.25),
  };
}

/** A mixture of two colours. */
export function mixed(colour: string, other: string, share: number): string {
  const channel = (of: string, at: number): number => Number.parseInt(of.slice(at, at + 2), 16);
  const mix = [1, 3, 5].map((at) =>
    Math.round(channel(colour, at) + (channel(other, at) - channel(colour, at)) * share),
  );
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
