import { createHash } from 'node:crypto';
import type { Brand } from '@bord/engine';
import { html, type Html } from './html.ts';
import { brandColours, ON_DARK_ACCENT } from './brand-colours.ts';

export interface PageLook {
  /** Overrides of the colours; empty for Bord's own. */
  readonly style: string;
  /** From where the page may load pictures: the origin of the logo; null: from nowhere. */
  readonly images: string | null;
  readonly logo: Html | null;
}

/** The look of a brand; the name that follows the logo says what it shows. */
export function pageLook({ colour, logo }: Brand): PageLook {
  return {
    style: colour === null ? '' : styleOf(colour),
    images: logo === null ? null : new URL(logo).origin,
    logo: logo === null ? null : html`<img class="logo" src="${logo}" alt="" height="48" />`,
  };
}

/** The brand with the whole URL of its logo, which is a path where Bord keeps the image. */
export function brandAt(brand: Brand, publicUrl: string): Brand {
  return brand.logo?.startsWith('/') ? { ...brand, logo: publicUrl + brand.logo } : brand;
}

/** The same without a logo of another server. */
export function storedBrand(brand: Brand, publicUrl: string): Brand {
  return brand.logo?.startsWith('/') ? brandAt(brand, publicUrl) : { ...brand, logo: null };
}

function styleOf(colour: string): string {
  const { light, lightDeep, dark, darkDeep } = brandColours(colour);
  return (
    `:root{--accent:${light};--accent-deep:${lightDeep};--on-accent:#ffffff}` +
    `@media (prefers-color-scheme:dark){:root{--accent:${dark};--accent-deep:${darkDeep};--on-accent:${ON_DARK_ACCENT}}}`
  );
}

/** A text as a policy names it: what is not written so, to the letter, is not carried out. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
