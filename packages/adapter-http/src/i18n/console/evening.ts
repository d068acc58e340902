import type { Language } from '@bord/engine';

export interface EveningWords {
  readonly title: string;
}

export const evening: Readonly<Record<Language, EveningWords>> = {
  sv: { title: 'Bord' },
  en: { title: 'Bord' },
  no: { title: 'Bord' },
  da: { title: 'Bord' },
};
