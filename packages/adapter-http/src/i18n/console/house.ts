import type { Language } from '@bord/engine';

export interface HouseWords {
  readonly title: string;
}

export const house: Readonly<Record<Language, HouseWords>> = {
  sv: { title: 'Bord' },
  en: { title: 'Bord' },
  no: { title: 'Bord' },
  da: { title: 'Bord' },
};
