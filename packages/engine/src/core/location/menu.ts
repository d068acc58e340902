/** A dish or a drink (§2.10). */
export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Price in minor units of the menu's currency, 0 or more. */
  readonly priceOre: number;
  readonly tags: readonly string[];
}

/** A part of a menu; its items stand in the order of the card. */
export interface MenuCategory {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly items: readonly MenuItem[];
}

/** The menu of a location. Its name on the wire comes from the location. */
export interface Menu {
  /** ISO 4217: `SEK`. */
  readonly currency: string;
  readonly categories: readonly MenuCategory[];
}
