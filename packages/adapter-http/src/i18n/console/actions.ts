import type { Language } from '@bord/engine';

export interface ActionWords {
  readonly title: string;
}

export const actions: Readonly<Record<Language, ActionWords>> = {
  sv: { title: 'Bord' },
  en: { title: 'Bord' },
  no: { title: 'Bord' },
  da: { title: 'Bord' },
};
