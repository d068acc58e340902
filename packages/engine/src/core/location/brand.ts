/** The colour and logo of a restaurant, and their readability: contrast by WCAG 2.2 (1.4.3). */
import { invalid } from '../errors.ts';

/** The look of a restaurant, for guests. */
export interface Brand {
  /** `#rrggbb`, lower case, for links and buttons. It must be readable on the light grounds of pages and e-mails; null: Bord's colour. */
  readonly colour: string | null;
  /**
   * `https` URL of a PNG, JPEG, GIF or WebP, at most 500 characters, from which readers load it; or `/files/{sha256}`, an image that Bord stores
   * and serves. Null for none.
   */
  readonly logo: string | null;
}

/** The darkest light ground on which pages and e-mails use the colour of a brand. */
export const BRAND_GROUND = '#f1f5f2';

/** The minimum contrast of text and its ground. */
const CONTRAST_MIN = 4.5;

const COLOUR = /^#[0-9a-f]{6}$/;
const IMAGE_URL_MAX = 500;
/** The path of an image that Bord stores. */
const STORED = /^\/files\/[0-9a-f]{64}$/;

/** Throws `invalid_request`. For a colour that is too light, the message contains the nearest one that is not. */
export function assertBrand({ colour, logo }: Brand, path: readonly string[]): void {
  if (colour !== null) assertColour(colour, [...path, 'colour']);
  if (logo !== null) assertImage('logo', logo, [...path, 'logo']);
}

function assertColour(colour: string, path: readonly string[]): void {
  if (!COLOUR.test(colour)) invalid(`${colour} is not a colour such as #7a1f2b`, path);
  const contrast = contrastOf(colour, BRAND_GROUND);
  if (contrast >= CONTRAST_MIN) return;
  const nearest = darkened(colour, BRAND_GROUND);
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  invalid(
    `${colour} is too light to be read: its contrast is ${shown}, and text needs ${CONTRAST_MIN}; the nearest that passes is ${nearest}`,
    path,
  );
}

/** Throws `invalid_request` unless the text is the URL of an image, or the path of a stored one. */
export function assertImage(
  name: 'logo' | 'picture',
  image: string,
  path: readonly (string | number)[],
): void {
  if (STORED.test(image)) return;
  const url = URL.canParse(image) ? new URL(image) : null;
  if (
    url?.protocol !== 'https:' ||
    url.username !== '' ||
    url.password !== '' ||
    image.length > IMAGE_URL_MAX
  )
    invalid(`the ${name} must be an https URL of at most ${IMAGE_URL_MAX} characters`, path);
  if (/\.svgz?$/i.test(url.pathname))
    invalid(`mail programs show no SVG: give the ${name} as PNG, JPEG, GIF or WebP`, path);
}

/** The contrast of two colours, 1 to 21. Both are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The colour, darkened as little as necessary to be readable on a light ground. */
export function darkened(colour: string, ground: string): string {
  return nearestReadable(ground, (share) => channelsOf(colour).map((value) => value * (1 - share)));
}

/** The colour, lightened as little as necessary to be readable on a dark ground. */
export function lightened(colour: string, ground: string): string {
  return nearestReadable(ground, (share) => channelsOf(colour).map((value) => value + (255 - value) * share));
}

/** @param mixed the colour changed by a share from 0 to 1 */
function nearestReadable(ground: string, mixed: (share: number) => readonly number[]): string {
  const STEPS = 256;
  for (let step = 0; step < STEPS; step++) {
    const colour = hexOf(mixed(step / STEPS));
    if (contrastOf(colour, ground) >= CONTRAST_MIN) return colour;
  }
  return hexOf(mixed(1));
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function channelsOf(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
