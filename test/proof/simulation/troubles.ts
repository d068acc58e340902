/** The troubles of a restaurant and its servers in a history, each with its description. A reduced story may omit them. */
export const TROUBLES = {
  crashes: 'servers end without a word',
  'lost calls': 'calls to the storage, or their answers, get lost',
  'moody receivers': 'receivers of webhooks and the mail server fail, or are slow',
  'different clocks': 'the clocks of servers differ',
  'double clicks': 'buttons are pressed twice',
  upgrade: 'the schema is upgraded in the midst',
  'more servers': 'several servers run at once',
} as const;

export type Trouble = keyof typeof TROUBLES;
export const ALL_TROUBLES = Object.keys(TROUBLES) as Trouble[];
