/** A dish or a drink (§2.10). */
export interface MenuItem {
  /** Unique in the menu. */
  readonly id: string;
  /** The name on the menu. */
  readonly name: string;
  /** The ingredients; null for none. */
  readonly description: string | null;
  /** Price in minor units of the menu's currency, 0 or more. */
  readonly priceOre: number;
  /** Tags such as `vegan`; empty for none. */
  readonly tags: readonly string[];
}

/** A part of a menu; its items are in the order of the menu. */
export interface MenuCategory {
  /** Unique in the menu. */
  readonly id: string;
  /** Its heading: `Starters`. */
  readonly name: string;
  /** A line below the heading; null for none. */
  readonly description: string | null;
  /** Dishes and drinks, in the order of the menu. */
  readonly items: readonly MenuItem[];
}

/** The menu of a location. Its name on the wire comes from the location. */
export interface Menu {
  /** ISO 4217: `SEK`. */
  readonly currency: string;
  /** In the order of the menu. */
  readonly categories: readonly MenuCategory[];
}
