import { createHash } from 'node:crypto';
import type { Brand } from '@bord/engine';
import { html, type Html } from './html.ts';
import { brandColours, ON_DARK_ACCENT } from './brand-colours.ts';

export interface PageLook {
  /** Overrides of the colours; empty for the default look. */
  readonly style: string;
  /** The origin of the logo, from which the page may load images; null: none. */
  readonly images: string | null;
  readonly logo: Html | null;
}

/** The look of a brand; the name next to the logo describes it. */
export function pageLook({ colour, logo }: Brand): PageLook {
  return {
    style: colour === null ? '' : styleOf(colour),
    images: logo === null ? null : new URL(logo).origin,
    logo: logo === null ? null : html`<img class="logo" src="${logo}" alt="" height="48" />`,
  };
}

/** The brand with the complete URL of its logo, which is a path for stored images. */
export function brandAt(brand: Brand, publicUrl: string): Brand {
  return brand.logo?.startsWith('/') ? { ...brand, logo: publicUrl + brand.logo } : brand;
}

/** The same without a logo on another server. */
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

/** The hash of a text for a content security policy; browsers ignore text that differs. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
