import type { Language } from '@bord/engine';

export interface LiveWords {
  readonly title: string;
}

export const live: Readonly<Record<Language, LiveWords>> = {
  sv: { title: 'Bord' },
  en: { title: 'Bord' },
  no: { title: 'Bord' },
  da: { title: 'Bord' },
};
